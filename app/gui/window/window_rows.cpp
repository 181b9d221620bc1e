// Acts of the table about rows, notes and settings; the context menus.
#include "app/gui/window/main_window.h"

#include "core/export/quantity.h"
#include "widgets/panels/settings_dialog.h"
#include "widgets/scene/row_filter.h"

#include <QMenu>

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

void MainWindow::openSettings() {
    if (m_settingsDialog) return m_settingsDialog->raise();
    m_settingsDialog = new panels::SettingsDialog(this);
    m_settingsDialog->setAttribute(Qt::WA_DeleteOnClose);
    panels::SettingsDialog& dialog = *m_settingsDialog;
    dialog.addTitle(tr("Look"));
    dialog.addChoices(tr("Theme"), actionsIn("Theme"));
    dialog.addChoices(tr("Colour by"), actionsIn("Colour by"));
    for (const char* id : {"view.reduce-motion", "view.compact", "view.arrows", "view.python", "view.merge-streams"})
        dialog.addSwitch(m_actions->of(QString::fromLatin1(id)));
    dialog.addTitle(tr("Figures"));
    const GapThresholds now = m_loader->thresholds();
    dialog.addMicroseconds(tr("Launch gaps are shorter than"), now.launchBelowNs, [this](std::int64_t ns) {
        setThresholds({ns, std::max(ns, m_loader->thresholds().largeFromNs)});
    });
    dialog.addMicroseconds(tr("Large gaps begin at"), now.largeFromNs, [this](std::int64_t ns) {
        setThresholds({std::min(ns, m_loader->thresholds().launchBelowNs), ns});
    });
    dialog.addTitle(tr("What is remembered"));
    dialog.addButton(tr("Forget the recent files"), [this] {
        m_recent.clear();
        refreshRecent();
    });
    dialog.addButton(tr("Forget views, rows and notes of all traces"), [this] { m_keeper->forgetTraces(); });
    dialog.show();
}

void MainWindow::setThresholds(const GapThresholds& thresholds) {
    m_settings.setThresholds(thresholds);
    m_loader->setThresholds(thresholds);
}

QList<QAction*> MainWindow::actionsIn(const char* submenu) const {
    return m_actions->inSubmenu(QString::fromLatin1(submenu));
}

std::unique_ptr<QMenu> MainWindow::contextMenu(const std::optional<scene::Hit>& hit) {
    auto menu = std::make_unique<QMenu>(this);
    const auto add = [&](std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (id[0] == '\0')
                menu->addSeparator();
            else
                menu->addAction(m_actions->of(QString::fromLatin1(id)));
        }
    };
    if (hit && hit->slice) {
        add({"edit.copy-name", "edit.search-name", "", "select.launch", "select.along", "select.against",
             "select.parent", "select.next-same", "", "select.range", "view.fit-selection", "select.all", "",
             "note.add"});
    } else if (hit && hit->row && hit->zone == scene::Zone::Header) {
        add({"view.pin", "view.hide", "view.row-up", "view.row-down", "view.row-taller", "view.row-lower", "",
             "view.fold", "view.fold-all", "view.open-all", "", "view.filter-rows", "view.find-row", "view.row-sets",
             "view.save-row-set", "view.show-all", "view.reset-rows"});
    } else {
        add({"select.range-lock", "select.clear-range", "select.measure", "note.add", "note.remove", "", "view.fit-all",
             "view.fit-step", "go.to", "", "view.arrows", "view.pin", "view.hide"});
    }
    return menu;
}

void MainWindow::showContextMenu(const std::optional<scene::Hit>& hit, QPoint globalPos) {
    QMenu* menu = contextMenu(hit).release();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(globalPos);
}

} // namespace lanescope::app
