// Which rows of the ranks are shown, and where; what lies under a point.
#include "widgets/scene/ranks_parts.h"

#include <algorithm>
#include <array>

namespace lanescope::scene {

namespace {

constexpr double kGroup = 22;
constexpr double kParts = 24, kCompute = 31, kComm = 46, kFurtherLane = 26;
constexpr double kCompactParts = 12, kCompactLane = 16, kCompactComm = 20;
constexpr double kMessage = 31;
constexpr double kIdle = 16, kCompactIdle = 8;
constexpr std::array<RankRowKind, 4> kKinds{RankRowKind::Parts, RankRowKind::Idle, RankRowKind::Compute,
                                            RankRowKind::Communication};
constexpr const char* kKindNames[] = {"parts", "idle by owner", "compute streams", "communication streams"};

double heightOf(const Row& row, RankRowKind kind, Density density) {
    const double further = static_cast<double>(std::max<std::size_t>(1, row.lanes.size()) - 1);
    if (kind == RankRowKind::Idle) return density == Density::Compact ? kCompactIdle : kIdle;
    if (density == Density::Compact) {
        if (kind == RankRowKind::Parts) return kCompactParts;
        return (kind == RankRowKind::Compute ? kCompactLane : kCompactComm) + kCompactLane * further;
    }
    if (kind == RankRowKind::Parts) return kParts;
    return (kind == RankRowKind::Compute ? kCompute : kComm) + kFurtherLane * further;
}

class Placing {
public:
    Placing(const RanksData& data, const RanksChoice& choice, RanksLayout& out)
        : m_data(data), m_choice(choice), m_out(out) {}

    void stacked() {
        for (std::uint32_t r = 0; r < m_data.ranks.size(); ++r) {
            if (group(RanksRow::What::RankGroup, r, RankRowKind::Parts, m_data.ranks[r].name)) continue;
            if (!m_data.ranks[r].data) {
                add({RanksRow::What::Message, r, 0, RankRowKind::Parts, 0, kMessage, false, {}});
                continue;
            }
            for (const RankRowKind kind : kKinds)
                if (isShown(kind)) addRows(r, kind);
        }
    }

    void byKind() {
        for (const RankRowKind kind : kKinds) {
            if (!isShown(kind)) continue;
            if (group(RanksRow::What::KindGroup, 0, kind, kKindNames[static_cast<std::size_t>(kind)])) continue;
            for (std::uint32_t r = 0; r < m_data.ranks.size(); ++r) {
                if (m_data.ranks[r].data)
                    addRows(r, kind);
                else if (kind == RankRowKind::Parts)
                    add({RanksRow::What::Message, r, 0, kind, 0, kMessage, false, {}});
            }
        }
    }

private:
    bool isShown(RankRowKind kind) const {
        return kind != RankRowKind::Idle || m_choice.idle == RanksChoice::Idle::Shown;
    }

    bool group(RanksRow::What what, std::uint32_t rank, RankRowKind kind, const std::string& name) {
        const bool folded = m_choice.folded.contains(name);
        add({what, rank, 0, kind, 0, kGroup, folded, name});
        return folded;
    }

    void addRows(std::uint32_t rank, RankRowKind kind) {
        const std::vector<Row>& rows = m_data.ranks[rank].data->tree.rows();
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            if (rankRowKind(rows[i]) == kind)
                add({RanksRow::What::Timeline, rank, i, kind, 0, heightOf(rows[i], kind, m_choice.density), false, {}});
    }

    void add(RanksRow row) {
        row.y = m_out.height;
        m_out.height += row.height;
        m_out.rows.push_back(std::move(row));
    }

    const RanksData& m_data;
    const RanksChoice& m_choice;
    RanksLayout& m_out;
};

bool isGroup(const RanksRow& row) {
    return row.what == RanksRow::What::RankGroup || row.what == RanksRow::What::KindGroup;
}

} // namespace

std::optional<RankRowKind> rankRowKind(const Row& row) {
    if (row.kind == RowKind::PartsBand) return RankRowKind::Parts;
    if (row.kind == RowKind::IdleBand) return RankRowKind::Idle;
    if (row.kind != RowKind::Stream) return std::nullopt;
    if (row.use == StreamUse::Compute) return RankRowKind::Compute;
    if (row.use == StreamUse::Communication) return RankRowKind::Communication;
    return std::nullopt;
}

const RanksRow* RanksLayout::find(std::uint32_t rank, std::uint32_t row) const {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const RanksRow& r) {
        return r.what == RanksRow::What::Timeline && r.rank == rank && r.row == row;
    });
    return it == rows.end() ? nullptr : &*it;
}

RanksLayout layoutRanks(const RanksData& data, const RanksChoice& choice) {
    RanksLayout out;
    Placing placing(data, choice, out);
    if (choice.rows == RankRows::Stacked)
        placing.stacked();
    else
        placing.byKind();
    return out;
}

StickyGroup stickyGroup(const RanksLayout& layout, const TimelineView& view) {
    StickyGroup out;
    double limit = 1e9;
    for (const RanksRow& row : layout.rows) {
        if (!isGroup(row)) continue;
        if (row.y >= view.scrollY) {
            if (out.row) limit = kRulerHeight + row.y - view.scrollY;
            break;
        }
        out.row = &row;
    }
    if (out.row) out.y = std::min(kRulerHeight, limit - out.row->height);
    return out;
}

TimelineView viewOfRank(const TimelineView& view, const RankOnView& rank) {
    TimelineView own = view;
    own.scale = rank.scale;
    own.zero = onRank(view.scale, rank, view.zero);
    if (view.axis) // the zero of a time of day lies too far away for px
        own.axis->zero = view.axis->isTimeOfDay() ? view.axis->zero + (own.zero - view.zero)
                                                  : onRank(view.scale, rank, view.axis->zero);
    if (view.range)
        own.range = TimeRange{onRank(view.scale, rank, view.range->begin), onRank(view.scale, rank, view.range->end)};
    return own;
}

std::optional<RanksHit> hitRanks(const RanksData& data, const RanksLayout& layout, const TimelineView& view, double x,
                                 double y) {
    if (x < 0 || y < 0 || x >= view.width || y >= view.height) return std::nullopt;
    RanksHit hit;
    hit.time = view.scale.timeAt(x - view.headerWidth);
    if (y < kRulerHeight) {
        hit.zone = x < view.headerWidth ? Zone::RulerHeader : Zone::Ruler;
        return hit;
    }
    hit.zone = x < view.headerWidth ? Zone::Header : Zone::Canvas;
    const StickyGroup sticky = stickyGroup(layout, view);
    const RanksRow* row = nullptr;
    if (sticky.row && y >= sticky.y && y < sticky.y + sticky.row->height) row = sticky.row;
    const double at = y - kRulerHeight + view.scrollY;
    if (!row) {
        const auto it = std::upper_bound(layout.rows.begin(), layout.rows.end(), at,
                                         [](double value, const RanksRow& r) { return value < r.y + r.height; });
        if (it == layout.rows.end()) return hit;
        row = &*it;
    }
    hit.row = static_cast<std::size_t>(row - layout.rows.data());
    if (row->what != RanksRow::What::KindGroup) hit.rank = row->rank;
    if (isGroup(*row)) {
        hit.zone = Zone::Header;
        hit.inside.chevron = x < 28;
        return hit;
    }
    if (row->what != RanksRow::What::Timeline || hit.zone == Zone::Header) return hit;
    // The row alone as a timeline of its own.
    const RankOnView& rank = data.ranks[row->rank];
    RowLayout alone;
    alone.rows.push_back(placedOf(*row));
    alone.rows.front().y = 0;
    alone.height = row->height;
    const TimelineData own{rank.data->store, rank.data->tree,  alone,          rank.data->rowState,
                           rank.data->bands, rank.data->names, rank.data->kept};
    TimelineView inner = viewOfRank(view, rank);
    inner.scrollY = 0;
    inner.height = kRulerHeight + row->height;
    if (const auto found = hitTest(own, inner, x, kRulerHeight + at - row->y)) hit.inside = *found;
    return hit;
}

std::optional<RectF> rankSliceRect(const RanksData& data, const TimelineView& view, const RanksRow& row,
                                   SliceId slice) {
    const RankOnView& rank = data.ranks[row.rank];
    const auto place = rank.data->tree.placeOf(rank.data->store, slice);
    if (!place || place->row != row.row) return std::nullopt;
    const LaneBox box = laneBox(rank.data->tree.row(place->row), placedOf(row), place->lane, rank.data->rowState);
    const double y = kRulerHeight + row.y - view.scrollY + box.y;
    const double x0 = rank.scale.x(rank.data->store.start(slice));
    const double x1 = std::max(rank.scale.x(rank.data->store.end(slice)), x0 + kLonePx);
    const double left = std::clamp(x0, -kSlicePx, view.canvasWidth() + kSlicePx);
    const double right = std::clamp(x1, -kSlicePx, view.canvasWidth() + kSlicePx);
    return rectOf(view.headerWidth + left, y, right - left, box.height);
}

std::optional<RectF> rankSliceRect(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                                   const RankSlice& slice) {
    if (slice.rank >= data.ranks.size() || !data.ranks[slice.rank].data) return std::nullopt;
    const RankOnView& rank = data.ranks[slice.rank];
    if (slice.slice.value >= rank.data->store.slices().size()) return std::nullopt;
    const auto place = rank.data->tree.placeOf(rank.data->store, slice.slice);
    if (!place) return std::nullopt;
    const RanksRow* row = layout.find(slice.rank, place->row);
    return row ? rankSliceRect(data, view, *row, slice.slice) : std::nullopt;
}

} // namespace lanescope::scene
