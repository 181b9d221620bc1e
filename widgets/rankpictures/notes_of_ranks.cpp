#include "widgets/rankpictures/notes_of_ranks.h"

#include "core/notes/notes_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::rankpictures {

using ranksview::RanksDocument;

namespace {

constexpr std::size_t kMostBytes = session::kMostFileBytes / 2; // of all notes of a session together

using Place = std::pair<std::string, std::string>; // file, member of an archive

std::map<Place, std::string> textsOf(const session::Session& session) {
    std::map<Place, std::string> out;
    for (const session::Trace& trace : session.traces)
        if (!trace.notes.empty()) out.try_emplace({trace.path, trace.member}, trace.notes);
    return out;
}

// Where the timeline of a record comes from.
Place placeOf(const RanksDocument& document, std::size_t record) {
    const TraceSource* source = document.job().timelineOf(record);
    return source ? Place{source->path.string(), source->member} : Place{};
}

bool hasRow(const RanksDocument& document, std::size_t record, const notes::Note& note) {
    return document.trace(record)->tree.find(note.from.row).has_value();
}

// Empty: there are none. Times are not looked at here, so the clock of the trace need not be known.
std::string textBeside(const Place& place, const std::function<void(const Error&)>& said) {
    if (place.first.empty()) return {};
    auto beside = notes::loadNotes(notes::placesFor(place.first, place.second, notes::userNotesFolder()), {});
    if (beside.ok()) return std::move(beside->text);
    said(beside.error());
    return {};
}

// Each to the rank that has its row; those about no row of any, to the first.
void share(std::vector<notes::Note> list, const std::vector<std::size_t>& records, const RanksDocument& document,
           RankNotes& out) {
    const std::size_t first = out.size();
    for (const std::size_t record : records) out.push_back({record, {}});
    for (notes::Note& note : list) {
        std::size_t to = first;
        while (to < out.size() && !hasRow(document, out[to].record, note)) ++to;
        out[to < out.size() ? to : first].list.push_back(std::move(note));
    }
}

} // namespace

RankNotes notesOf(const RanksDocument& document, const session::Session& session, NotesFrom from,
                  const std::function<void(const Error&)>& said) {
    RankNotes out;
    const std::map<Place, std::string> saved = textsOf(session);
    std::map<Place, std::vector<std::size_t>> records;
    for (const std::size_t record : document.shown())
        if (document.trace(record)) records[placeOf(document, record)].push_back(record);
    for (const auto& [place, of] : records) {
        std::string text = from == NotesFrom::BesideTraces ? textBeside(place, said) : std::string();
        if (const auto it = saved.find(place); text.empty() && it != saved.end()) text = it->second;
        if (text.empty()) continue;
        const TraceInfo& info = document.trace(of.front())->trace.store->info();
        auto parsed = notes::parseNotes(text, place.first, {info.baseTimeNs, info.rank});
        if (parsed.ok())
            share(std::move(parsed->notes), of, document, out);
        else
            said(parsed.error());
    }
    return out;
}

void takeNotesBeside(session::Session& session, const std::function<void(const Error&)>& said) {
    std::size_t bytes = 0;
    for (session::Trace& trace : session.traces) {
        std::string text = textBeside({trace.path, trace.member}, said);
        if (text.empty()) continue;
        bytes += text.size();
        if (bytes <= kMostBytes)
            trace.notes = std::move(text);
        else
            said({ErrorCode::LimitExceeded, "too many notes for a session; those of this trace are left out",
                  trace.path, ""});
    }
}

std::vector<scene::RankNote> placedNotes(const RankNotes& notes, const RanksDocument& document) {
    std::vector<std::pair<RankTime, scene::RankNote>> sorted;
    for (const NotesOfRank& of : notes) {
        const auto at = document.placeOf(of.record);
        const ranksview::RankTrace* open = document.trace(of.record);
        if (!at || !open) continue;
        const align::RankClockFit& clock = document.set().alignment.ranks[of.record];
        for (scene::NoteSource& source : scene::noteSources(*open->trace.store, open->tree, of.list)) {
            const RankTime begin = ranksview::onRuler(clock.toCommon(count(source.note.first())));
            sorted.push_back({begin, {static_cast<std::uint32_t>(*at), std::move(source)}});
        }
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second.rank < b.second.rank;
    });
    std::vector<scene::RankNote> out;
    for (auto& [time, note] : sorted) out.push_back(std::move(note));
    return out;
}

std::string noteName(const scene::RankNote& note, std::size_t index, const std::string& rank) {
    const std::string& text = note.source.note.text;
    return fmt::format("note {}, {}: {}", index + 1, rank, text.substr(0, text.find('\n')));
}

} // namespace lanescope::rankpictures
