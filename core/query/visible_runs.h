// Level of detail: what of a lane can be seen at a scale. Slices of 3 px and more come out as they are; narrower ones
// fold into runs, one piece per stretch of columns of equal density and tone. Cost grows with the pixels, not with the
// events: binary search over starts, the pyramid of the store for sums. Any thread.
#pragma once

#include "core/query/row_tree.h"
#include "core/query/time_scale.h"

#include <vector>

namespace lanescope {

inline constexpr double kSlicePx = 3;  // narrower slices fold
inline constexpr double kNearPx = 1;   // narrow neighbours within this belong together
inline constexpr double kLonePx = 1.2; // least width of a narrow slice that stands alone
inline constexpr double kPointPx = 7;  // size of the diamond of an event without length

enum class PieceKind : std::uint8_t {
    Slice, // 3 px and more
    Lone,  // narrower, nothing near
    Run,   // several narrow slices, or one beside something
    Point, // events without length, nothing near
};

struct Piece {
    PieceKind kind = PieceKind::Slice;
    std::uint8_t tone = 0;    // toneOf(); of runs: with most time (groups of the pyramid count under their own tone)
    std::uint8_t density = 4; // of runs: busy share of the columns in quarters, 1 (up to 25 %) to 4
    SliceId slice;            // of runs: the first that starts in it, or reaches into it
    double x0 = 0, x1 = 0;    // px; slices exact, runs on whole px. Clipped to the canvas and kSlicePx around it
};

// Pieces of one lane in order of time, appended to `out`.
void visiblePieces(const TraceStore& store, const DisplayLane& lane, const TimeScale& scale, std::vector<Piece>& out);

// Slices of the lane that overlap [range.begin, range.end), or without length lie in it: how many, and the longest.
struct LaneSummary {
    std::uint64_t count = 0;
    std::optional<SliceId> longest;
    std::int64_t busyNs = 0; // inside the range
};
LaneSummary summarize(const TraceStore& store, const DisplayLane& lane, TimeRange range);

// The slice of the lane that covers t (or, without length, lies at it).
std::optional<SliceId> sliceAt(const TraceStore& store, const DisplayLane& lane, RankTime t);
// Neighbours on the lane.
std::optional<SliceId> firstSliceFrom(const TraceStore& store, const DisplayLane& lane, RankTime t);  // start >= t
std::optional<SliceId> lastSliceBefore(const TraceStore& store, const DisplayLane& lane, RankTime t); // start < t

} // namespace lanescope
