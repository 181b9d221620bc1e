// What lies under a point: the same layout and the same pieces as the frame.
#include "widgets/scene/frame.h"

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {

constexpr double kReach = 2; // px beside a slice that still hit it
constexpr double kChevronWidth = 28;

struct Found {
    const PlacedRow* placed = nullptr;
    double y = 0; // top of the row
};

// Group rows that stick to the top lie over the rows below them.
const PlacedRow* stickyGroup(const TimelineData& data, const TimelineView& view) {
    const PlacedRow* current = nullptr;
    for (const PlacedRow& placed : data.layout.rows) {
        if (placed.y >= view.scrollY) break;
        if (data.tree.row(placed.row).kind == RowKind::Group) current = &placed;
    }
    return current;
}

Found rowAt(const TimelineData& data, const TimelineView& view, double y) {
    const double pinnedY = y - view.pinnedTop();
    for (const PlacedRow& placed : data.layout.pinned)
        if (pinnedY >= placed.y && pinnedY < placed.y + placed.height) return {&placed, view.pinnedTop() + placed.y};
    const double top = view.rowsTop(data.layout);
    if (y < top) return {};
    if (const PlacedRow* sticky = stickyGroup(data, view)) {
        double stickyTop = top;
        for (const PlacedRow& placed : data.layout.rows)
            if (placed.y > view.scrollY && data.tree.row(placed.row).kind == RowKind::Group) {
                stickyTop = std::min(top, top + placed.y - view.scrollY - sticky->height);
                break;
            }
        if (y >= stickyTop && y < stickyTop + sticky->height) return {sticky, stickyTop};
    }
    const double at = y - top + view.scrollY;
    const auto it = std::upper_bound(data.layout.rows.begin(), data.layout.rows.end(), at,
                                     [](double value, const PlacedRow& row) { return value < row.y + row.height; });
    if (it == data.layout.rows.end() || at < it->y) return {};
    return {&*it, top + it->y - view.scrollY};
}

std::optional<std::uint32_t> laneAt(const TimelineData& data, const Row& row, const Found& found, double y) {
    std::optional<std::uint32_t> nearest;
    double distance = 1e9;
    for (std::uint32_t lane = 0; lane < row.lanes.size(); ++lane) {
        const LaneBox box = laneBox(row, *found.placed, lane, data.rowState);
        const double top = found.y + box.y;
        const double away = std::max({0.0, top - y, y - top - box.height});
        if (away < distance) {
            distance = away;
            nearest = lane;
        }
    }
    return distance <= 4 ? nearest : std::nullopt;
}

void hitLane(const TimelineData& data, const TimelineView& view, const DisplayLane& lane, double canvasX, Hit& hit) {
    std::vector<Piece> pieces;
    // Only the neighbourhood of the point is folded: the same columns give the same pieces.
    const TimeScale& scale = view.scale;
    constexpr double reach = 16;
    const TimeScale near = scale.pannedBy(std::floor(canvasX) - reach).withWidth(2 * reach + 1);
    const double shift = static_cast<double>(near.firstColumn() - scale.firstColumn());
    visiblePieces(data.store, lane, near, pieces);
    const Piece* best = nullptr;
    double distance = kReach;
    for (const Piece& piece : pieces) {
        const double half = piece.kind == PieceKind::Point ? kPointPx / 2 : 0;
        const double x0 = piece.x0 + shift - half;
        const double x1 = (piece.kind == PieceKind::Point ? piece.x0 + half : piece.x1) + shift;
        const double away = std::max({0.0, x0 - canvasX, canvasX - x1});
        if (away < distance || (away == 0 && best != nullptr && piece.kind != PieceKind::Run)) {
            distance = away;
            best = &piece;
        }
    }
    if (best == nullptr) return;
    if (best->kind != PieceKind::Run) {
        hit.slice = best->slice;
        return;
    }
    const TimeRange range{near.timeAt(best->x0) + Ns{0}, near.timeAt(best->x1)};
    const LaneSummary summary = summarize(data.store, lane, {near.columnStart(near.columnOf(range.begin)), range.end});
    if (summary.longest) hit.folded = Hit::Folded{range, summary.count, *summary.longest};
}

// The idle stretch around the time, between two stretches of work.
std::optional<TimeRange> gapAt(const DeviceBands& bands, RankTime time) {
    const std::int64_t t = count(time);
    for (const OwnedIdle& stretch : bands.idle)
        if (stretch.begin <= t && t < stretch.end) return timeRange(stretch.begin, stretch.end);
    const IntervalList& busy = bands.busy.intervals();
    const std::size_t next = bands.busy.firstEndingAfter(t);
    if (next == 0 || next == busy.size() || busy[next].begin <= t) return std::nullopt;
    return timeRange(busy[next - 1].end, busy[next].begin);
}

} // namespace

std::optional<Hit> hitTest(const TimelineData& data, const TimelineView& view, double x, double y) {
    if (x < 0 || y < 0 || x >= view.width || y >= view.height) return std::nullopt;
    Hit hit;
    const double canvasX = x - view.headerWidth;
    hit.time = view.scale.timeAt(canvasX);
    if (y < kRulerHeight) {
        hit.zone = canvasX < 0 ? Zone::RulerHeader : Zone::Ruler;
        return hit;
    }
    hit.zone = canvasX < 0 ? Zone::Header : Zone::Canvas;
    const Found found = rowAt(data, view, y);
    if (found.placed == nullptr) return hit;
    hit.row = found.placed->row;
    const Row& row = data.tree.row(found.placed->row);
    if (row.kind == RowKind::Group) {
        hit.chevron = x < kChevronWidth;
        if (hit.zone == Zone::Canvas) hit.zone = Zone::Header; // a group row is a heading over the full width
        return hit;
    }
    if (hit.zone == Zone::Header) return hit;
    if ((row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand) && row.device) {
        if (const DeviceBands* bands = data.bands.find(*row.device)) hit.gap = gapAt(*bands, hit.time);
        return hit;
    }
    hit.lane = laneAt(data, row, found, y);
    if (hit.lane) hitLane(data, view, row.lanes[*hit.lane], canvasX, hit);
    return hit;
}

std::optional<RectF> sliceRect(const TimelineData& data, const TimelineView& view, SliceId slice) {
    const auto place = data.tree.placeOf(data.store, slice);
    if (!place) return std::nullopt;
    const PlacedRow* placed = data.layout.find(place->row);
    if (placed == nullptr) return std::nullopt;
    const LaneBox box = laneBox(data.tree.row(place->row), *placed, place->lane, data.rowState);
    const double y = view.rowsTop(data.layout) + placed->y - view.scrollY + box.y;
    const double x0 = view.scale.x(data.store.start(slice));
    const double x1 = std::max(view.scale.x(data.store.end(slice)), x0 + kLonePx);
    const double left = std::clamp(x0, -kSlicePx, view.canvasWidth() + kSlicePx);
    const double right = std::clamp(x1, -kSlicePx, view.canvasWidth() + kSlicePx);
    return rectOf(view.headerWidth + left, y, right - left, box.height);
}

} // namespace lanescope::scene
