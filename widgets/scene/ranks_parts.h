// Pieces of the view of several ranks. Internal to widgets/scene.
#pragma once

#include "widgets/scene/frame.h"
#include "widgets/scene/ranks_view.h"

namespace lanescope::scene {

inline constexpr double kStragglerBar = 3;
inline constexpr double kRankGroupHeight = 22;

// What a frame of one rank looks at: the view with the rank's own scale, zero and range.
TimelineView viewOfRank(const TimelineView& view, const RankOnView& rank);

// Collectives with their waiting drawn apart from the transfer (UI.md 8).
void addCommLanes(Frame& frame, LayerIndex layer, const RowAt& at, std::span<const RankWait> waits);
void addRankGroup(Scene& scene, LayerIndex layer, const TimelineView& view, const RankOnView& rank, const RanksRow& row,
                  double y, TextMeasure& text);
void addKindGroup(Scene& scene, LayerIndex layer, const TimelineView& view, const RanksRow& row, double y);
void addRankHeader(Scene& scene, LayerIndex layer, const TimelineView& view, const RankOnView& rank,
                   const RanksRow& row, double y, RankRows rows, TextMeasure& text);

// The group row that is kept at the top while its rows scroll; none at the very top.
struct StickyGroup {
    const RanksRow* row = nullptr;
    double y = 0;
};
StickyGroup stickyGroup(const RanksLayout& layout, const TimelineView& view);

// Where a slice of that row is drawn, as the public one; none when the row does not hold it.
std::optional<RectF> rankSliceRect(const RanksData& data, const TimelineView& view, const RanksRow& row, SliceId slice);

inline PlacedRow placedOf(const RanksRow& row) { return {row.row, row.y, row.height, false, false, 0}; }

} // namespace lanescope::scene
