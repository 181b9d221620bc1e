// Slices that are drawn more than once: a pinned row is a copy, a row from a filter shows slices of other rows.
#include "widgets/scene/frame.h"
#include "widgets/scene/overlay_parts.h"

#include "core/query/derived_lanes.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

RectF rectIn(const Overlay& o, SliceId slice, const LaneBox& box, double rowTop) {
    const double x0 = o.view.scale.x(o.data.store.start(slice));
    const double x1 = std::max(o.view.scale.x(o.data.store.end(slice)), x0 + kLonePx);
    const double left = std::clamp(x0, -kSlicePx, o.view.canvasWidth() + kSlicePx);
    const double right = std::clamp(x1, -kSlicePx, o.view.canvasWidth() + kSlicePx);
    return rectOf(o.view.headerWidth + left, rowTop + box.y, right - left, box.height);
}

std::optional<std::size_t> laneOf(const Overlay& o, SliceId slice, const Row& row) {
    for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
        const auto& derived = row.lanes[lane].derived;
        if (derived ? derived->contains(o.data.store, slice) : row.lanes[lane].lane == o.data.store.lane(slice))
            return lane;
    }
    return std::nullopt;
}

} // namespace

std::vector<Copy> copiesOf(const Overlay& o, SliceId slice) {
    std::vector<Copy> out;
    const auto add = [&](const PlacedRow& placed, double y, OverLayer layer) {
        const Row& row = o.data.tree.row(placed.row);
        const auto lane = laneOf(o, slice, row);
        if (!lane) return;
        const LaneBox box = laneBox(row, placed, *lane, o.data.rowState);
        const RectF rect = rectIn(o, slice, box, y);
        if (rect.bottom() > 0 && rect.y < o.view.height) out.push_back({rect, layer});
    };
    for (const PlacedRow& placed : o.data.layout.pinned) add(placed, o.view.pinnedTop() + placed.y, kPinnedMarks);
    const auto& rows = o.data.tree.rows();
    if (rows.empty() || rows.front().key != "filters") return out; // their group comes first
    const double top = o.view.rowsTop(o.data.layout) - o.view.scrollY;
    for (std::uint32_t row = 1; row < rows.size() && rows[row].kind == RowKind::Filtered; ++row)
        if (const PlacedRow* placed = o.data.layout.find(row)) add(*placed, top + placed->y, kMarks);
    return out;
}

} // namespace lanescope::scene
