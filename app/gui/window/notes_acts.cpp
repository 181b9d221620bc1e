// Acts of the table about notes.
#include "app/gui/window/main_window.h"
#include "app/gui/window/note_editor.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/quantity.h"

#include <algorithm>

namespace lanescope::app {

namespace {

// One line in the box stands for several in the note.
const QString kBreak = QStringLiteral(" | ");
QString oneLine(const std::string& text) { return QString::fromStdString(text).replace(QLatin1Char('\n'), kBreak); }
std::string manyLines(const QString& text) {
    return QString(text).trimmed().replace(kBreak, QStringLiteral("\n")).toStdString();
}

} // namespace

// At the selection's start, else under the pointer, else in the middle of the view.
RankTime MainWindow::noteTime() const {
    if (const auto slice = m_selection.current()) return m_document.store().start(*slice);
    if (const auto pointer = m_selection.pointer()) return *pointer;
    return m_view.target().timeAt(m_view.canvasWidth() / 2);
}

std::optional<std::size_t> MainWindow::noteMeant() const {
    const RankTime time = m_selection.pointer().value_or(noteTime());
    if (const auto note = m_notes.nearest(time, m_view.target().length(12))) return note;
    return m_notes.chosen();
}

void MainWindow::connectNotes() {
    connect(m_notesKeeper.get(), &NotesKeeper::troubled, this, [this](const QString& text) { m_banner->show(text); });
    connect(&m_page->guide(), &panels::GuidePanel::findingsFound, m_notesKeeper.get(), &NotesKeeper::setFindings);
    connect(&m_page->canvas(), &timeline::TimelineWidget::noteEditWanted, this, [this](std::size_t index) {
        m_notes.choose(index);
        new NoteEditor(m_shared, m_page->canvas(), index);
    });
    connect(&m_page->canvas(), &timeline::TimelineWidget::noteBoxWanted, this, &MainWindow::wordsFor);
    connect(&m_page->bottom().notes(), &panels::NotesPanel::noteWanted, this, &MainWindow::showNote);
}

void MainWindow::wordsFor(timeline::Note note) {
    m_ask->ask({tr("Words of the note"),
                tr("the note stays with this trace; | starts another line; Delete takes it away"),
                {},
                {},
                [this, note](const QString& text) {
                    timeline::Note whole = note;
                    whole.text = manyLines(text);
                    if (whole.text.empty()) return tr("expected some words");
                    if (!m_notes.add(std::move(whole))) return tr("there are too many notes");
                    return QString();
                }});
}

// On the selected slice, else at a moment.
void MainWindow::addNote() {
    const RankTime time = noteTime();
    timeline::Note note{time, time, {}};
    if (const auto slice = m_selection.current()) {
        note.kind = notes::Kind::Callout;
        note.end = m_document.store().end(*slice);
        note.from = notes::anchorOf(m_document.store(), m_document.tree(), *slice);
    }
    wordsFor(std::move(note));
}

// Free words on the timeline: at the time under the pointer, else in the middle of the view.
void MainWindow::addTextNote() {
    const RankTime middle = m_view.target().timeAt(m_view.canvasWidth() / 2);
    const RankTime time = m_selection.pointer().value_or(middle);
    timeline::Note note{time, time, {}, notes::Kind::Text};
    wordsFor(std::move(note));
}

void MainWindow::showNotesList() {
    m_page->setShown(TracePage::Part::Bottom, true);
    m_page->bottom().showTab(panels::BottomPanel::Tab::Notes);
    m_page->bottom().notes().table().setFocus(Qt::ShortcutFocusReason);
}

// What was measured, or the range, as a span with its length.
void MainWindow::keepMeasure() {
    auto span = m_page->canvas().measured();
    if (!span || span->empty()) span = m_selection.range();
    if (!span || span->empty()) return m_status->say(tr("nothing is measured and no range is set"));
    timeline::Note note{span->begin, span->end, formatDuration(span->length().count()), notes::Kind::Range};
    if (!m_notes.add(std::move(note))) return m_status->say(tr("there are too many notes"));
    m_page->canvas().stopMeasure();
}

void MainWindow::noteArrow() {
    const auto& slices = m_selection.slices();
    if (slices.size() < 2) return m_status->say(tr("an arrow needs two slices: click one, Ctrl+click the other"));
    const SliceId from = slices[slices.size() - 2], to = slices.back();
    const TraceStore& store = m_document.store();
    timeline::Note note{store.start(from), store.start(to), {}, notes::Kind::Arrow};
    note.from = notes::anchorOf(store, m_document.tree(), from);
    note.to = notes::anchorOf(store, m_document.tree(), to);
    wordsFor(std::move(note));
}

// The finding gone to last, else the costliest, at its longest range.
void MainWindow::noteFromFinding() {
    const FindingsResult* result = m_notesKeeper->findings();
    if (!result || result->findings.empty()) return m_status->say(tr("there are no findings"));
    const std::size_t number = m_findingSteps->current().value_or(0);
    const Finding& finding = result->findings[std::min(number, result->findings.size() - 1)];
    const auto longest =
        std::max_element(finding.ranges.begin(), finding.ranges.end(),
                         [](const Interval& a, const Interval& b) { return a.end - a.begin < b.end - b.begin; });
    if (longest == finding.ranges.end()) return m_status->say(tr("the finding has no place in the trace"));
    timeline::Note note{rankTime(longest->begin), rankTime(longest->end), {}, notes::Kind::Range};
    note.text = std::string(finding.signature->title) + "\n" + formatDuration(finding.costPerStepNs) + " a step, " +
                std::string(confidenceWord(finding.confidence));
    note.meaning = severityOf(finding, result->thresholds) == FindingSeverity::None ? notes::Meaning::Good
                                                                                    : notes::Meaning::Problem;
    note.finding = finding.signature->id;
    if (!m_notes.add(std::move(note))) m_status->say(tr("there are too many notes"));
}

void MainWindow::removeNote() {
    if (const auto note = noteMeant()) return m_notes.removeAt(*note);
    m_status->say(tr("no note is under the pointer"));
}

void MainWindow::editNote() {
    if (const auto note = noteMeant()) return editNote(*note);
    m_status->say(tr("no note is under the pointer"));
}

void MainWindow::editNote(std::size_t index) {
    if (index >= m_notes.list().size()) return;
    m_notes.choose(index);
    m_ask->ask({tr("Words of the note"),
                tr("| starts another line"),
                oneLine(m_notes.list()[index].text),
                {},
                [this, index](const QString& text) {
                    if (index >= m_notes.list().size()) return QString();
                    timeline::Note note = m_notes.list()[index];
                    note.text = manyLines(text);
                    if (note.text.empty()) return tr("expected some words; Delete takes the note away");
                    m_notes.replace(index, std::move(note));
                    return QString();
                }});
}

void MainWindow::changeMeaning() {
    const auto index = noteMeant();
    if (!index) return m_status->say(tr("no note is under the pointer"));
    timeline::Note note = m_notes.list()[*index];
    const int next = (static_cast<int>(note.meaning) + 1) % static_cast<int>(notes::Meaning::Count_);
    note.meaning = static_cast<notes::Meaning>(next);
    const std::string_view word = notes::meaningWord(note.meaning);
    m_status->say(tr("the note is a %1").arg(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))));
    m_notes.replace(*index, std::move(note));
}

void MainWindow::nextNote() {
    if (m_notes.list().empty()) return m_status->say(tr("this trace has no notes"));
    const RankTime middle = m_view.target().timeAt(m_view.canvasWidth() / 2);
    const Ns reach = m_view.target().length(2); // a centred one lies at a whole px
    for (std::size_t i = 0; i < m_notes.list().size(); ++i)
        if (m_notes.list()[i].begin > middle + reach) return showNote(i);
    showNote(0);
}

void MainWindow::showNote(std::size_t index) {
    if (index >= m_notes.list().size()) return;
    const timeline::Note& note = m_notes.list()[index];
    m_notes.choose(index);
    if (const auto row = m_document.tree().find(note.from.row)) m_page->canvas().revealRow(*row);
    m_view.centre(note.begin);
}

} // namespace lanescope::app
