// What a session keeps of several ranks side by side: which are shown and how, and how their clocks lie. Alignments are
// worked out again from the traces, so that they cannot disagree with them; what only a person can know (shifts by
// hand, the chosen event) is kept as figures. Offsets and residual are written for people and are not read. Values; any
// thread.
#pragma once

#include "core/base/json.h"
#include "core/notes/notes_text.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope::session {

inline constexpr std::size_t kMostRanks = 65'536;

struct RankEntry {    // in the order in which they were compared
    std::string name; // "rank 2", else the name of its file: how it is found again
    bool shown = false;
    std::int64_t shiftedNs = 0;          // by hand, on top of what was found
    std::optional<std::int64_t> eventNs; // first start of the chosen event, on the rank's own clock
    std::int64_t offsetNs = 0;           // its clock is ahead by this; shifts by hand included
    friend bool operator==(const RankEntry&, const RankEntry&) = default;
};

struct RankChoice {        // a slice, found again by what it is about
    std::size_t entry = 0; // index in RanksPart::ranks
    notes::Anchor anchor;
    std::int64_t beginNs = 0; // on the rank's own clock, from the start of its trace
    friend bool operator==(const RankChoice&, const RankChoice&) = default;
};

struct RankPanes {                    // a second timeline below the first
    std::size_t above = 0, below = 0; // indices in RanksPart::ranks; of another run meaningless
    std::vector<std::string> run;     // files and folders of another run that is below; empty: a rank of these
    bool ownScroll = false;           // each pane for itself
    std::int64_t belowNs = 0;         // then: begin of the second one's view, from the chosen step
    friend bool operator==(const RankPanes&, const RankPanes&) = default;
};

struct RanksPart {
    std::vector<RankEntry> ranks;
    std::string alignBy = "collective_ends"; // none, step_start, collective_ends, event
    std::string event;                       // its name, when aligned by one
    std::int64_t residualNs = 0;             // for people
    std::string rows = "stacked";            // or "kind"
    bool compact = false;
    bool idle = false;            // rows of idle by owner are shown
    std::set<std::string> folded; // groups by their names
    std::optional<RankChoice> selected;
    // Where columns of the view count from. All times of the view are on the common clock, from the first GPU work of
    // the reference; steps, selection and rows by key of the session's other parts are not used.
    std::int64_t originNs = 0;
    std::string heatMetric; // of the heat map
    std::optional<RankPanes> panes;
    std::vector<std::string> filterGroups; // lists and heat map are confined to these; empty: all
    std::vector<std::int64_t> filterSteps;
    std::vector<std::string> logs; // NCCL logs and flight recorder dumps beside the ranks
    std::string layout;            // given by the user, "tp=2,pp=4"; empty: as the groups tell
    friend bool operator==(const RanksPart&, const RanksPart&) = default;
};

Json alignmentJson(const RanksPart& part);
Json ranksJson(const RanksPart& part);
// Wrong types are as good as missing; lists and texts are cut at their limits, figures brought into their range.
RanksPart ranksFrom(const Json& alignment, const Json& ranks);

} // namespace lanescope::session
