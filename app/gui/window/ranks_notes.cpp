// Notes that are made on the page of ranks, and files that turn out to be of ranks.
#include "app/gui/window/ranks_controller.h"

#include "core/notes/notes_file.h"
#include "core/session/ranks/rank_summary.h"

#include <algorithm>
#include <fstream>

namespace lanescope::app {

using ranksview::RankTrace;

namespace {

const QString kNote = QStringLiteral("rank note"), kLook = QStringLiteral("what file");
constexpr std::size_t kHeadBytes = 64U << 10;

// Where it was written. `ofSession`: its notes; they come along when there are none beside the trace yet.
Result<std::string> addNote(const RankTrace& trace, const std::string& ofSession, const notes::Note& note) {
    const LoadedTrace& of = trace.trace;
    const notes::TraceClock clock{of.store->info().baseTimeNs, of.store->info().rank};
    const notes::NotesPlaces places = notes::placesFor(of.path, of.member, notes::userNotesFolder());
    auto before = notes::loadNotes(places, clock);
    if (!before.ok()) return before.error();
    notes::NotesDocument document = before->document;
    if (before->path.empty() && !ofSession.empty()) {
        auto parsed = notes::parseNotes(ofSession, of.path.string(), clock);
        if (!parsed.ok()) return parsed.error();
        document = std::move(*parsed);
    }
    if (document.notes.size() >= notes::kMostNotes)
        return Error{ErrorCode::LimitExceeded, "this trace has as many notes as can be kept", of.path.string(), ""};
    document.notes.push_back(note);
    const notes::TraceIdentity identity{of.path.filename().string(), of.source.size, of.source.mtimeNs,
                                        of.source.fingerprint};
    const auto saved = notes::saveNotes(places, document, identity, clock, *before);
    if (!saved.ok()) return saved.error();
    return saved->path.string();
}

std::string notesOf(const TraceSource* source, const std::vector<session::Trace>& saved) {
    const auto it = std::find_if(saved.begin(), saved.end(), [&](const session::Trace& trace) {
        return source && trace.path == source->path.string() && trace.member == source->member;
    });
    return it == saved.end() ? std::string() : it->notes;
}

bool isOfRanks(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(kHeadBytes, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return looksLikeSummary(head) || companionKind(head) != CompanionKind::None;
}

} // namespace

void RanksController::noteVerdict() {
    if (!m_document.isOpen()) return;
    const StragglerVerdict& verdict = m_page->verdict().verdict();
    const TraceSource* source = verdict.slow.empty() ? nullptr : m_document.job().timelineOf(verdict.slow.front());
    if (!source) return m_page->say(tr("there is no straggler, or no trace of it to keep a note"));
    const align::RankRecord& record = m_document.set().records[verdict.slow.front()];
    notes::Note note;
    note.begin = rankTime(record.begin);
    note.end = rankTime(record.end);
    for (const align::RankStep& step : record.steps)
        if (verdict.worstStep == step.number) {
            note.begin = rankTime(step.begin);
            note.end = rankTime(step.end);
        }
    note.kind = notes::Kind::Range;
    note.meaning = notes::Meaning::Problem;
    note.finding = "straggler";
    note.text =
        notes::cleanText(verdict.title + (verdict.record ? " is the straggler (" : " of the pipeline is slow (") +
                         std::string(certaintyWord(verdict.confidence)) + ")\n" + verdict.why + "\n" + verdict.cost);
    emit noteWanted(verdict.slow.front(), note);
}

void RanksController::saveNote(std::size_t record, const notes::Note& note) {
    m_notes.push_back([open = m_document.sharedTrace(record), job = m_document.sharedJob(), record,
                       saved = notesOf(timelineOf(record), m_saved), note](RunContext& context) -> Result<std::string> {
        if (open) return addNote(*open, saved, note);
        const auto trace = ranksview::openRankTrace(*job, record, {}, context);
        if (!trace.ok()) return trace.error();
        return addNote(**trace, saved, note);
    });
    if (!m_parts.runner.isRunning(kNote)) saveNextNote();
}

// One after the other: each reads the file of notes and writes it again.
void RanksController::saveNextNote() {
    if (m_notes.empty()) return;
    NoteJob next = std::move(m_notes.front());
    m_notes.pop_front();
    m_parts.runner.start(kNote, this, std::move(next), [this](const Result<std::string>& done) {
        m_page->say(done.ok() ? tr("the note is kept in %1").arg(QString::fromStdString(*done))
                              : QString::fromStdString(done.error().text()));
        saveNextNote();
    });
}

void RanksController::openIfOfRanks(const QString& file) {
    m_parts.runner.start(
        kLook, this, [path = file.toStdString()](RunContext&) -> Result<bool> { return isOfRanks(path); },
        [this, file](const Result<bool>& is) {
            if (is.ok() && *is) open({file});
        });
}

} // namespace lanescope::app
