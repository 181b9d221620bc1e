// Acts of the table about rows and notes.
#include "app/gui/window/main_window.h"

#include "core/export/quantity.h"
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

// At the selection's start, else under the pointer, else in the middle of the view.
RankTime MainWindow::noteTime() const {
    if (const auto slice = m_selection.current()) return m_document.store().start(*slice);
    if (const auto pointer = m_selection.pointer()) return *pointer;
    return m_view.target().timeAt(m_view.canvasWidth() / 2);
}

void MainWindow::addNote() {
    const RankTime time = noteTime();
    m_ask->ask({tr("Words of the note"),
                tr("the note stays with this trace; Delete takes it away"),
                {},
                {},
                [this, time](const QString& text) {
                    if (text.trimmed().isEmpty()) return tr("expected some words");
                    if (!m_notes.add({time, time, text.trimmed()})) return tr("there are too many notes");
                    return QString();
                }});
}

// What was measured, or the range, as a span with its length.
void MainWindow::keepMeasure() {
    auto span = m_page->canvas().measured();
    if (!span || span->empty()) span = m_selection.range();
    if (!span || span->empty()) return m_status->say(tr("nothing is measured and no range is set"));
    const QString length = QString::fromStdString(formatDuration(span->length().count()));
    if (!m_notes.add({span->begin, span->end, length})) return m_status->say(tr("there are too many notes"));
    m_page->canvas().stopMeasure();
}

void MainWindow::removeNote() {
    const RankTime time = m_selection.pointer().value_or(noteTime());
    const Ns reach = m_view.target().length(12);
    if (const auto note = m_notes.nearest(time, reach)) return m_notes.removeAt(*note);
    m_status->say(tr("no note is under the pointer"));
}

void MainWindow::nextNote() {
    if (m_notes.list().empty()) return m_status->say(tr("this trace has no notes"));
    const RankTime middle = m_view.target().timeAt(m_view.canvasWidth() / 2);
    const Ns reach = m_view.target().length(2); // a centred one lies at a whole px
    for (const timeline::Note& note : m_notes.list())
        if (note.begin > middle + reach) return m_view.centre(note.begin);
    m_view.centre(m_notes.list().front().begin);
}

QList<QAction*> MainWindow::actionsIn(const char* submenu) const {
    return m_actions->inSubmenu(QString::fromLatin1(submenu));
}

} // namespace lanescope::app
