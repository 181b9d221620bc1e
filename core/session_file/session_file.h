// A session: what was open and how it was looked at, as one small JSON document that people can read and mail
// (docs/user/session.md). Paths are kept relative to the session's own folder. Values; any thread; reading and writing
// of files is for a worker.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/notes/notes_text.h"
#include "core/session_file/session_ranks.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::session {

inline constexpr std::int64_t kVersion = 1;
inline constexpr std::string_view kEnding = ".lanescope";
inline constexpr std::size_t kMostFileBytes = std::size_t{8} << 20;
inline constexpr std::size_t kMostTraces = 4096;
inline constexpr std::size_t kMostKeys = 20'000; // of rows, in one list
inline constexpr std::size_t kMostText = 4000;   // bytes of a name, a filter, a search
inline constexpr std::size_t kMostSelected = 1000;

struct Trace {
    std::string path;                 // in the file: relative to its folder; in memory: as it was found
    std::string member;               // of an archive; else empty
    std::optional<std::int64_t> rank; // as the user said it
    std::optional<notes::TraceIdentity> identity;
    std::string notes; // a document of notes (notes_text.h); empty: none
};

struct Rows { // by Row::key
    std::set<std::string> folded, unfolded, hidden;
    std::vector<std::string> pinned;
    std::map<std::string, double> heights;
    std::map<std::string, std::vector<std::string>> order; // of a group
    std::string filter;
    bool compact = false, pinsChosen = false, python = true, mergeStreams = false;
    std::vector<std::pair<std::string, std::string>> filters; // rows from filters: name and expression
    friend bool operator==(const Rows&, const Rows&) = default;
};

using Offsets = std::pair<std::int64_t, std::int64_t>; // ns from the start of the trace

struct Selected { // a slice, found again by what it is about
    notes::Anchor anchor;
    std::int64_t beginNs = 0; // from the start of the trace
    friend bool operator==(const Selected&, const Selected&) = default;
};

struct View {
    Offsets shown{};
    // The exact place of the canvas it was saved from: used where the canvas is as wide as then.
    double canvasWidth = 0, canvasHeight = 0, nsPerPx = 0;
    std::int64_t firstColumn = 0;
    double headerWidth = 220, scrollY = 0;
    std::optional<Offsets> range;
    bool rangeLocked = false;
    std::optional<std::int64_t> step; // its number
    std::vector<Selected> selected;
    std::optional<std::size_t> chosenNote;
    bool arrows = true;                  // of all in view, when they are few
    std::optional<Offsets> criticalPath; // outlined: that of this time
    std::string search;
    std::string colourBy = "kind"; // kind, class, name, stream, duration
    std::string axis = "step";     // step, trace, timecode, utc, local
    std::string theme = "dark";    // dark, light, contrast
    friend bool operator==(const View&, const View&) = default;
};

struct WindowShape { // zeros: not known
    int width = 0, height = 0, bottomHeight = 0, guideWidth = 0;
    bool strips = true, bottom = true, guide = true;
    friend bool operator==(const WindowShape&, const WindowShape&) = default;
};

struct Session {
    std::vector<Trace> traces;
    std::size_t current = 0; // index in traces: the one that is shown
    View view;
    Rows rows;
    WindowShape window;
    GapThresholds thresholds;
    std::optional<RanksPart> ranks; // several ranks side by side; none: one trace
    std::string peaks;              // what the user entered about devices, as JSON text; else empty
    Json extra;                     // members that this version does not know; kept
};

bool isSessionName(const std::filesystem::path& path); // ends in .lanescope, whatever its case

// Errors: NotATrace (another file, or damaged), UnsupportedFormat (a newer version), LimitExceeded. What is too long in
// a list is left out; figures out of range are brought into it.
Result<Session> parseSession(std::string_view text, std::string_view place);
std::string sessionText(const Session& session);

// Paths that can be opened: in the session's folder as written, else the same name beside the session. A trace that is
// nowhere keeps the first of the two.
Result<Session> loadSession(const std::filesystem::path& path);
// Relative paths, written whole or not at all. Errors: NotWritable.
Status saveSession(const std::filesystem::path& path, Session session);

} // namespace lanescope::session
