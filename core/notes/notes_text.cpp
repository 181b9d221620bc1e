#include "core/notes/notes_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lanescope::notes {
namespace {

constexpr std::string_view kFormat = "lanescope-notes";
constexpr std::string_view kAbsolute = "absolute", kOwn = "file"; // clocks

std::string_view clockWord(const TraceClock& clock) { return clock.baseNs ? kAbsolute : kOwn; }

std::optional<std::int64_t> plus(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}

// All members but those named.
Json without(const Json& object, std::initializer_list<std::string_view> known) {
    constexpr std::size_t most = 64; // each is looked for among those before
    Json out;
    for (const auto& [key, value] : object.members())
        if (std::find(known.begin(), known.end(), key) == known.end() && out.members().size() < most) out[key] = value;
    return out;
}

void addAll(Json& to, const Json& extra) {
    for (const auto& [key, value] : extra.members()) to[key] = value;
}

std::string textIn(const Json& object, std::string_view key) {
    const Json* value = object.find(key);
    const std::string* text = value ? value->asText() : nullptr;
    return text ? *text : std::string();
}

std::optional<std::int64_t> numberIn(const Json& object, std::string_view key) {
    const Json* value = object.find(key);
    return value ? value->asInteger() : std::nullopt;
}

Json anchorJson(const Anchor& anchor) {
    Json out;
    if (!anchor.row.empty()) out["row"] = anchor.row;
    if (!anchor.slice.empty()) out["slice"] = anchor.slice;
    if (anchor.correlation) out["correlation"] = *anchor.correlation;
    return out;
}

Anchor anchorFrom(const Json* json) {
    if (!json) return {};
    return {textIn(*json, "row"), textIn(*json, "slice"), numberIn(*json, "correlation")};
}

Json noteJson(const Note& note, const TraceClock& clock) {
    Json out;
    out["kind"] = kindWord(note.kind);
    if (clock.rank) out["rank"] = *clock.rank;
    const std::int64_t base = clock.baseNs.value_or(0);
    const auto begin = plus(base, count(note.begin)), end = plus(base, count(note.end));
    const bool fits = begin && end;
    if (!fits) out["clock"] = kOwn; // a base time beyond all reason
    out["begin_ns"] = fits ? *begin : count(note.begin);
    out["end_ns"] = fits ? *end : count(note.end);
    out["text"] = note.text;
    out["meaning"] = meaningWord(note.meaning);
    const Json from = anchorJson(note.from), to = anchorJson(note.to);
    if (!from.isNull()) out["from"] = from;
    if (!to.isNull()) out["to"] = to;
    if (!note.finding.empty()) out["finding"] = note.finding;
    addAll(out, note.extra);
    return out;
}

// None: it cannot be shown in a trace with this clock, or by this version.
std::optional<Note> noteFrom(const Json& json, const TraceClock& clock, std::string_view documentClock) {
    const auto kind = kindFrom(textIn(json, "kind"));
    const auto begin = numberIn(json, "begin_ns"), end = numberIn(json, "end_ns");
    if (!kind || !begin) return std::nullopt;
    const auto rank = numberIn(json, "rank");
    if (rank && clock.rank && *rank != *clock.rank) return std::nullopt;
    const std::string own = textIn(json, "clock");
    const std::string_view word = own.empty() ? documentClock : own;
    if (word == kAbsolute && !clock.baseNs) return std::nullopt;
    const std::int64_t base = word == kAbsolute ? *clock.baseNs : 0;
    std::int64_t from = 0, to = 0;
    if (__builtin_sub_overflow(*begin, base, &from) || __builtin_sub_overflow(end.value_or(*begin), base, &to))
        return std::nullopt;
    Note note;
    note.kind = *kind;
    note.begin = rankTime(from);
    note.end = rankTime(to);
    note.text = cleanText(textIn(json, "text"));
    note.meaning = meaningFrom(textIn(json, "meaning")).value_or(Meaning::Remark);
    note.from = anchorFrom(json.find("from"));
    note.to = anchorFrom(json.find("to"));
    note.finding = textIn(json, "finding");
    note.extra =
        without(json, {"kind", "rank", "clock", "begin_ns", "end_ns", "text", "meaning", "from", "to", "finding"});
    return note;
}

std::optional<TraceIdentity> identityFrom(const Json* json) {
    if (!json || !json->isObject()) return std::nullopt;
    TraceIdentity out;
    out.file = textIn(*json, "file");
    const auto bytes = numberIn(*json, "bytes");
    out.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes.value_or(0), 0));
    out.mtimeNs = numberIn(*json, "mtime_ns").value_or(0);
    const std::string hex = textIn(*json, "fingerprint");
    std::from_chars(hex.data(), hex.data() + hex.size(), out.fingerprint, 16);
    return out;
}

Json identityJson(const TraceIdentity& trace) {
    Json out;
    out["file"] = trace.file;
    out["bytes"] = static_cast<std::int64_t>(trace.bytes);
    out["mtime_ns"] = trace.mtimeNs;
    out["fingerprint"] = fmt::format("{:016x}", trace.fingerprint);
    return out;
}

} // namespace

Match compare(const TraceIdentity& then, const TraceIdentity& now) {
    if (then.bytes != now.bytes || then.fingerprint != now.fingerprint) return Match::Changed;
    return then.mtimeNs == now.mtimeNs ? Match::Same : Match::Touched;
}

Result<NotesDocument> parseNotes(std::string_view text, std::string_view place, const TraceClock& clock) {
    const auto json = parseJson(text, place);
    if (!json.ok()) {
        Error error = json.error();
        error.code = ErrorCode::NotATrace;
        error.message = "expected notes, found a damaged file: " + error.message;
        return error;
    }
    const Json* list = json->find("notes");
    const auto version = numberIn(*json, "version");
    if (textIn(*json, "format") != kFormat || !version)
        return Error{ErrorCode::NotATrace, "expected notes of Lanescope, found another file", std::string(place), ""};
    if (*version > kVersion)
        return Error{ErrorCode::UnsupportedFormat,
                     fmt::format("expected notes of version {} or less, found {}", kVersion, *version),
                     std::string(place), "open them with a newer Lanescope; this one leaves the file as it is"};
    NotesDocument out;
    out.trace = identityFrom(json->find("trace"));
    out.extra = without(*json, {"format", "version", "trace", "clock", "notes"});
    const std::string clockText = textIn(*json, "clock");
    const std::string_view word = clockText.empty() ? clockWord(clock) : clockText;
    if (!list) return out;
    for (const Json& entry : list->elements()) {
        auto note = out.notes.size() < kMostNotes ? noteFrom(entry, clock, word) : std::nullopt;
        if (note) {
            out.notes.push_back(std::move(*note));
            continue;
        }
        Json kept = entry;
        if (kept.isObject() && !kept.find("clock")) kept["clock"] = word; // the document's may be another one now
        out.others.push_back(std::move(kept));
    }
    return out;
}

std::string notesText(const NotesDocument& document, const TraceIdentity& trace, const TraceClock& clock) {
    Json out, list = Json::array();
    out["format"] = kFormat;
    out["version"] = kVersion;
    out["trace"] = identityJson(trace);
    out["clock"] = clockWord(clock);
    for (const Note& note : document.notes) list.push(noteJson(note, clock));
    for (const Json& other : document.others) list.push(other);
    out["notes"] = std::move(list);
    addAll(out, document.extra);
    return out.dump() + "\n";
}

} // namespace lanescope::notes
