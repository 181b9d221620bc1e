// Notes as a text that people can read and change: one JSON document per trace (docs/user/notes.md). Times in it are
// absolute ns where the trace knows its base time. What this version does not know is kept. Any thread.
#pragma once

#include "core/notes/note.h"

#include <string_view>
#include <vector>

namespace lanescope::notes {

inline constexpr std::int64_t kVersion = 1;
inline constexpr std::size_t kMostFileBytes = std::size_t{16} << 20;

struct TraceIdentity { // of the file the notes were made for
    std::string file;  // last part of its path, with the member of an archive
    std::uint64_t bytes = 0;
    std::int64_t mtimeNs = 0;
    std::uint64_t fingerprint = 0; // of the first and last 64 KiB
    friend bool operator==(const TraceIdentity&, const TraceIdentity&) = default;
};
enum class Match : std::uint8_t {
    Same,
    Touched, // another time of change, size and fingerprint as they were
    Changed,
};
Match compare(const TraceIdentity& then, const TraceIdentity& now);

struct TraceClock {
    std::optional<std::int64_t> baseNs; // baseTimeNanoseconds
    std::optional<std::int64_t> rank;
};

struct NotesDocument {
    std::vector<Note> notes;
    std::vector<Json> others; // notes that cannot be shown here: of another rank or clock, of a kind not known; kept
    Json extra;               // members of the document that this version does not know; kept
    std::optional<TraceIdentity> trace;
};

// Errors: NotATrace (no notes file, or damaged), UnsupportedFormat (made by a newer version: leave it alone).
Result<NotesDocument> parseNotes(std::string_view text, std::string_view place, const TraceClock& clock);
std::string notesText(const NotesDocument& document, const TraceIdentity& trace, const TraceClock& clock);

} // namespace lanescope::notes
