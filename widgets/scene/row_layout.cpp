#include "widgets/scene/row_layout.h"

#include "core/query/rank_devices.h"
#include "widgets/scene/row_filter.h"
#include "widgets/scene/row_order.h"

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
    constexpr std::size_t kMostPinned = 4; // two with two bands each
    RowState out;
    for (const Row& row : tree.rows())
        if (row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand) out.pinned.push_back(row.key);
    if (out.pinned.size() <= kMostPinned) return out;
    out.pinned.clear(); // too many: those of a rank as one, if that is few enough
    for (const Row& row : tree.rows())
        if (row.device && row.kind != RowKind::Group && isTogether(*row.device)) out.pinned.push_back(row.key);
    if (out.pinned.size() > kMostPinned) out.pinned.clear();
    return out;
}

bool RowState::isFolded(const Row& row) const {
    if (row.startsFolded != 0) return !unfolded.contains(row.key);
    return folded.contains(row.key);
}

namespace {

// Lays out the scrolling rows, group by group, in the order the user chose.
class ScrollingRows {
public:
    ScrollingRows(const RowTree& tree, const RowState& state, RowLayout& out)
        : m_tree(tree), m_state(state), m_filter(state.filter), m_out(out) {
        m_out.placeOf.assign(tree.rows().size(), -1);
    }

    void addAll() {
        for (const RowUnit& unit : orderedUnits(m_tree, m_state, std::nullopt))
            for (const std::uint32_t row : unit) {
                if (m_tree.row(row).kind == RowKind::Group)
                    addGroup(row);
                else if (isKept(row, {}))
                    place(row);
            }
    }

private:
    bool isKept(std::uint32_t index, std::string_view group) {
        const Row& row = m_tree.row(index);
        if (!m_state.hidden.contains(row.key) && m_filter.keeps(row, group)) return true;
        ++m_out.hiddenByUser;
        return false;
    }

    // Bands have their place at the top while they are pinned; other rows are shown twice, as pinning is a copy.
    bool isOnlyAtTheTop(const Row& row) const {
        const bool band = row.kind == RowKind::PartsBand || row.kind == RowKind::IdleBand;
        return band && std::find(m_state.pinned.begin(), m_state.pinned.end(), row.key) != m_state.pinned.end();
    }

    void place(std::uint32_t index) {
        const Row& row = m_tree.row(index);
        if (isOnlyAtTheTop(row)) return;
        const double height = heightOf(row, m_state);
        m_out.placeOf[index] = static_cast<std::int32_t>(m_out.rows.size());
        m_out.rows.push_back({index, m_out.height, height, false, m_state.isFolded(row), 0});
        m_out.height += height;
    }

    void addGroup(std::uint32_t index) {
        const Row& group = m_tree.row(index);
        std::vector<std::uint32_t> kept;
        const std::size_t before = m_out.hiddenByUser;
        const std::vector<RowUnit> units = orderedUnits(m_tree, m_state, index);
        if (m_state.hidden.contains(group.key)) {
            for (const RowUnit& unit : units) m_out.hiddenByUser += unit.size();
            ++m_out.hiddenByUser;
            return;
        }
        for (const RowUnit& unit : units)
            for (const std::uint32_t row : unit)
                if (isKept(row, group.name)) kept.push_back(row);
        if (kept.empty() && !units.empty() && !m_filter.keepsAll()) return; // nothing of it is wanted
        const std::size_t place0 = m_out.rows.size();
        place(index);
        m_out.rows[place0].hidden = static_cast<std::uint32_t>(m_out.hiddenByUser - before);
        if (m_state.isFolded(group)) return;
        for (const std::uint32_t row : kept) place(row);
    }

    const RowTree& m_tree;
    const RowState& m_state;
    RowFilter m_filter;
    RowLayout& m_out;
};

} // namespace

RowLayout layoutRows(const RowTree& tree, const RowState& state) {
    RowLayout out;
    const std::vector<Row>& rows = tree.rows();
    for (const std::string& key : state.pinned) {
        const auto row = tree.find(key);
        if (!row || state.hidden.contains(key) || rows[*row].kind == RowKind::Group) continue;
        const double height = heightOf(rows[*row], state);
        out.pinned.push_back({*row, out.pinnedHeight, height, true, false, 0});
        out.pinnedHeight += height;
    }
    ScrollingRows(tree, state, out).addAll();
    return out;
}

const PlacedRow* RowLayout::find(std::uint32_t row) const {
    if (row >= placeOf.size() || placeOf[row] < 0) return nullptr;
    return &rows[static_cast<std::size_t>(placeOf[row])];
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
