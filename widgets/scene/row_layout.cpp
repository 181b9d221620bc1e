#include "widgets/scene/row_layout.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

// UI.md 4, px.
constexpr double kGroup = 22, kParts = 24, kIdle = 16, kSpan = 22, kCounter = 34;
constexpr double kHostLane = 18, kHostPadding = 3;
constexpr double kStream = 31, kCopies = 27, kFurtherLane = 26, kStreamInset = 3;
constexpr double kCompactHost = 12, kCompactGpu = 16;

bool isSpanRow(const Row& row) { return row.kind == RowKind::GpuSpans || row.kind == RowKind::GpuSyncs; }
bool isGpuRow(const Row& row) { return row.kind == RowKind::Stream || isSpanRow(row); }

double streamHeight(const Row& row) { return row.use == StreamUse::Copies ? kCopies : kStream; }

double heightOf(const Row& row, const RowState& state) {
    const double lanes = static_cast<double>(std::max<std::size_t>(1, row.lanes.size()));
    const auto factor = state.heightFactor.find(row.key);
    const double by = factor == state.heightFactor.end() ? 1.0 : factor->second;
    switch (row.kind) {
    case RowKind::Group:
        return kGroup;
    case RowKind::PartsBand:
        return kParts * by;
    case RowKind::IdleBand:
        return kIdle * by;
    case RowKind::Counter:
        return kCounter * by;
    default:
        break;
    }
    if (state.density == Density::Compact)
        return (isGpuRow(row) ? kCompactGpu * lanes : kCompactHost * lanes + 2 * kHostPadding) * by;
    if (isSpanRow(row)) return kSpan * lanes * by;
    if (row.kind == RowKind::Stream) return (streamHeight(row) + kFurtherLane * (lanes - 1)) * by;
    return (kHostLane * lanes + 2 * kHostPadding) * by;
}

} // namespace

RowState defaultRowState(const RowTree& tree) {
    constexpr std::size_t kMostPinned = 4; // two devices with two bands each
    RowState out;
    for (const Row& row : tree.rows())
        if (row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand) out.pinned.push_back(row.key);
    if (out.pinned.size() > kMostPinned) out.pinned.clear();
    return out;
}

bool RowState::isFolded(const Row& row) const {
    if (row.startsFolded != 0) return !unfolded.contains(row.key);
    return folded.contains(row.key);
}

RowLayout layoutRows(const RowTree& tree, const RowState& state) {
    RowLayout out;
    const std::vector<Row>& rows = tree.rows();
    for (const std::string& key : state.pinned) {
        const auto row = tree.find(key);
        if (!row || state.hidden.contains(key)) continue;
        const double height = heightOf(rows[*row], state);
        out.pinned.push_back({*row, out.pinnedHeight, height, true, false});
        out.pinnedHeight += height;
    }
    const auto isPinned = [&](const Row& row) {
        return std::find(state.pinned.begin(), state.pinned.end(), row.key) != state.pinned.end();
    };
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const bool hidden =
            state.hidden.contains(row.key) || (row.parent && state.hidden.contains(rows[*row.parent].key));
        if (hidden) {
            ++out.hiddenByUser;
            continue;
        }
        if (row.parent && state.isFolded(rows[*row.parent])) continue;
        // Bands have their place at the top while they are pinned; other rows are shown twice, as pinning is a copy.
        const bool band = row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand;
        if (band && isPinned(row)) continue;
        const double height = heightOf(row, state);
        out.rows.push_back({i, out.height, height, false, state.isFolded(row)});
        out.height += height;
    }
    return out;
}

const PlacedRow* RowLayout::find(std::uint32_t row) const {
    const auto it = std::lower_bound(rows.begin(), rows.end(), row,
                                     [](const PlacedRow& placed, std::uint32_t wanted) { return placed.row < wanted; });
    return it != rows.end() && it->row == row ? &*it : nullptr;
}

LaneBox laneBox(const Row& row, const PlacedRow& placed, std::size_t lane, const RowState& state) {
    const double at = static_cast<double>(lane);
    const double lanes = static_cast<double>(std::max<std::size_t>(1, row.lanes.size()));
    if (state.density == Density::Compact) {
        if (isGpuRow(row)) return {at * placed.height / lanes + 1, placed.height / lanes - 2};
        const double height = (placed.height - 2 * kHostPadding) / lanes;
        return {kHostPadding + at * height, height - 1};
    }
    if (isSpanRow(row)) {
        const double height = placed.height / lanes;
        return {at * height + 3.5, height - 7};
    }
    if (row.kind == RowKind::Stream) {
        const double plain = streamHeight(row) + kFurtherLane * (lanes - 1);
        const double by = placed.height / plain;
        const double slice = (streamHeight(row) - 2 * kStreamInset - 1) * by; // a hairline lies at the bottom
        return {(kStreamInset + at * kFurtherLane) * by, slice};
    }
    const double height = (placed.height - 2 * kHostPadding) / lanes;
    return {kHostPadding + at * height, height - 1};
}

} // namespace lanescope::scene
