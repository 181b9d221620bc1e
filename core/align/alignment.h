// From the clock of each rank's file to one clock for all (METRICS 7). The reference is the lowest rank; an offset is
// positive where a rank's clock is ahead of it. Absolute times are compared: the base times of the files are counted
// first. Any thread.
#pragma once

#include "core/align/matching.h"
#include "core/base/time.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::align {

enum class AlignBy : std::uint8_t { None, StepStart, CollectiveEnds, Event };
std::string_view alignByWord(AlignBy by); // "none", "step_start", "collective_ends", "event"

struct RankClockFit {
    // common = file + baseShift - offset - drift. The drift is a share of the time since `pivot` (common clock).
    std::int64_t baseShiftNs = 0;
    std::int64_t offsetNs = 0;  // the median of the differences: what is shown
    std::int64_t atPivotNs = 0; // offset at the pivot: what is used; the same without drift
    std::int64_t pivotNs = 0;
    double drift = 0;            // ns per ns; 0 unless it explains most of the spread
    std::int64_t residualNs = 0; // median distance of the differences from the fit
    std::int64_t worstNs = 0;    // largest distance
    std::size_t samples = 0;     // differences that were used
    bool aligned = false;        // false: nothing ties this rank to the reference; its base time is used
    bool throughOthers = false;  // tied by collectives with other aligned ranks, not with the reference
    bool byTransfers = false;    // tied by sends and receives, for want of such collectives: less sure
    // Ranks that nothing ties to the reference may be tied to one another: their clocks agree within a part, whose
    // lowest rank keeps its base time. 0 = the reference's.
    std::uint32_t part = 0;
    CommonTime toCommon(std::int64_t fileNs) const;
    std::int64_t toFile(CommonTime time) const; // the inverse, to within a ns
};

struct Alignment {
    AlignBy by = AlignBy::None;
    std::size_t reference = 0; // record
    std::vector<RankClockFit> ranks;
    std::int64_t residualNs = 0; // the largest of the ranks'
    bool certain() const;        // every rank is aligned
};

// Whether all records come from one file, which has one clock.
bool onOneClock(std::span<const RankRecord> records);

// Collective ends where there are any that everybody waits in, or sends with receives, whose ends are the next best;
// else none. None for records on one clock.
AlignBy defaultAlignment(std::span<const RankRecord> records, const Matching& matching);

// Event: `eventStartNs` holds the file time of the chosen event per record (none: the rank does not have it).
Alignment alignRanks(std::span<const RankRecord> records, const Matching& matching, AlignBy by,
                     std::span<const std::optional<std::int64_t>> eventStartNs = {});

// Moves a rank by hand, on top of what was found.
void shiftRank(Alignment& alignment, std::size_t record, std::int64_t byNs);

} // namespace lanescope::align
