// Acts of the table about rows; the context menus.
#include "app/gui/window/main_window.h"

#include "widgets/scene/row_filter.h"

namespace lanescope::app {

namespace {

QString rowTitle(const RowTree& tree, std::uint32_t index) {
    const Row& row = tree.row(index);
    const QString name = QString::fromStdString(row.name);
    return row.parent ? QString::fromStdString(tree.row(*row.parent).name) + QStringLiteral(" / ") + name : name;
}

} // namespace

// A list to choose from, in the palette's clothes.
void MainWindow::choose(const std::vector<Choice>& choices) {
    m_choices = std::make_unique<QObject>();
    QList<QAction*> actions;
    for (const Choice& choice : choices) {
        auto* action = new QAction(choice.text, m_choices.get());
        action->setProperty("plainText", choice.text);
        action->setProperty("paletteText", choice.text);
        action->setProperty("keys", choice.note);
        connect(action, &QAction::triggered, this, [this, act = choice.act] {
            act();
            m_actions->refresh();
        });
        actions << action;
    }
    m_palette->open(actions);
}

void MainWindow::findRow() {
    std::vector<Choice> choices;
    const RowTree& tree = m_document.tree();
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i) {
        const QString note = QString::fromStdString(tree.row(i).subtitle);
        choices.push_back({rowTitle(tree, i), note, [this, key = tree.row(i).key] {
                               if (const auto row = m_document.tree().find(key)) m_page->canvas().revealRow(*row);
                           }});
    }
    choose(choices);
}

void MainWindow::pinByName() {
    std::vector<Choice> choices;
    const RowTree& tree = m_document.tree();
    const auto& pinned = m_page->canvas().rowState().pinned;
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i) {
        if (tree.row(i).kind == RowKind::Group) continue;
        const bool isPinned = std::find(pinned.begin(), pinned.end(), tree.row(i).key) != pinned.end();
        choices.push_back({rowTitle(tree, i), isPinned ? tr("pinned") : QString(), [this, key = tree.row(i).key] {
                               if (const auto row = m_document.tree().find(key)) m_page->canvas().togglePin(*row);
                           }});
    }
    choose(choices);
}

void MainWindow::askRowFilter() {
    QStringList kinds;
    for (const scene::RowKindWord& word : scene::rowKindWords()) kinds << QString::fromLatin1(word.word);
    m_ask->ask({tr("Filter rows"),
                tr("words parted by commas, in the names of rows and groups; a leading - hides; kind: one of %1. Empty "
                   "shows all.")
                    .arg(kinds.join(QStringLiteral(", "))),
                QString::fromStdString(m_page->canvas().rowState().filter),
                [this](const QString& text) { m_page->canvas().setRowFilter(text.toStdString()); },
                [this](const QString& text) {
                    m_page->canvas().setRowFilter(text.toStdString());
                    return QString();
                }});
}

void MainWindow::saveRowSet() {
    m_ask->ask({tr("Name of the row set"),
                tr("keeps order, heights, pins, hidden rows and the filter"),
                {},
                {},
                [this](const QString& name) {
                    if (name.trimmed().isEmpty()) return tr("expected a name");
                    m_keeper->saveRowSet(name.trimmed());
                    m_status->say(tr("row set saved: %1").arg(name.trimmed()));
                    return QString();
                }});
}

void MainWindow::chooseRowSet() {
    std::vector<Choice> choices;
    for (const TraceKeeper::Preset& preset : TraceKeeper::presets()) {
        const QString name = QString::fromLatin1(preset.name);
        choices.push_back({name, tr("built in"), [this, name] { m_keeper->applyRowSet(name); }});
    }
    for (const QString& name : m_keeper->rowSets()) {
        choices.push_back({name, tr("saved"), [this, name] { m_keeper->applyRowSet(name); }});
        choices.push_back({tr("Remove: %1").arg(name), {}, [this, name] { m_keeper->removeRowSet(name); }});
    }
    choose(choices);
}

void MainWindow::togglePython() {
    LoadController::RowChoice rows = m_loader->rowChoice();
    rows.python = rows.python == PythonFrames::Shown ? PythonFrames::Hidden : PythonFrames::Shown;
    m_loader->setRowChoice(rows);
}

void MainWindow::toggleMergedStreams() {
    LoadController::RowChoice rows = m_loader->rowChoice();
    rows.streams = rows.streams == StreamRows::Separate ? StreamRows::MergedByDevice : StreamRows::Separate;
    m_loader->setRowChoice(rows);
}

void MainWindow::toggleViewArrows() {
    using Arrows = timeline::TimelineWidget::ViewArrows;
    timeline::TimelineWidget& canvas = m_page->canvas();
    canvas.setViewArrows(canvas.viewArrows() == Arrows::Shown ? Arrows::Hidden : Arrows::Shown);
}

QList<QAction*> MainWindow::actionsIn(const char* submenu) const {
    return m_actions->inSubmenu(QString::fromLatin1(submenu));
}

} // namespace lanescope::app
