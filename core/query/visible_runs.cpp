#include "core/query/visible_runs.h"

#include "core/query/lane_access.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace lanescope {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// The borders of all columns in view and a few around it, worked out once for all lanes of a frame.
class Columns {
public:
    explicit Columns(const TimeScale& scale)
        : m_scale(scale), m_first(scale.firstColumn() - kAround), m_perNs(1 / scale.nsPerPx()) {
        const std::int64_t end = scale.endColumn() + kAround;
        m_borders.reserve(static_cast<std::size_t>(end - m_first));
        for (std::int64_t c = m_first; c < end; ++c) m_borders.push_back(count(scale.columnStart(c)));
    }
    const TimeScale& scale() const { return m_scale; }
    std::int64_t start(std::int64_t column) const {
        const auto i = static_cast<std::uint64_t>(column - m_first);
        return i < m_borders.size() ? m_borders[i] : count(m_scale.columnStart(column));
    }
    // `hint`: where it often is.
    std::int64_t of(std::int64_t t, std::int64_t hint) const {
        const auto i = static_cast<std::uint64_t>(hint - m_first);
        if (i + 1 < m_borders.size() && m_borders[i] <= t && t < m_borders[i + 1]) return hint;
        return of(t);
    }
    std::int64_t of(std::int64_t t) const {
        if (t < m_borders.front() || t >= m_borders.back()) return m_scale.columnOf(rankTime(t));
        // Close enough that a step or two finds it.
        const double guess = static_cast<double>(t - m_borders.front()) * m_perNs;
        auto i = std::min(static_cast<std::size_t>(guess), m_borders.size() - 2);
        while (m_borders[i] > t) --i;
        while (m_borders[i + 1] <= t) ++i;
        return m_first + static_cast<std::int64_t>(i);
    }

private:
    static constexpr std::int64_t kAround = 8;
    TimeScale m_scale;
    std::int64_t m_first;
    double m_perNs;
    std::vector<std::int64_t> m_borders;
};

const Columns& columnsOf(const TimeScale& scale) {
    thread_local std::optional<Columns> last;
    if (!last || !(last->scale() == scale)) last.emplace(scale);
    return *last;
}

// Walks one lane column by column and writes the pieces.
class Folder {
public:
    Folder(const TraceStore& store, const DisplayLane& lane, const TimeScale& scale, std::vector<Piece>& out)
        : m_lane(store, lane),
          m_scale(scale),
          m_columns(columnsOf(scale)),
          m_out(out),
          m_firstColumn(scale.firstColumn()),
          m_endColumn(scale.endColumn()),
          m_sliceNs(static_cast<std::int64_t>(std::ceil(kSlicePx * scale.nsPerPx()))),
          m_nearNs(static_cast<std::int64_t>(std::floor(kNearPx * scale.nsPerPx()))) {}

    void run() {
        const TimeRange view = m_scale.visible();
        const std::int64_t viewEnd = count(view.end);
        std::uint32_t i = m_lane.firstEndingAfter(count(view.begin));
        // A point without length at the very edge ends where it starts.
        while (i > 0 && m_lane.start(i - 1) == count(view.begin)) --i;
        while (i < m_lane.size() && m_lane.start(i) < viewEnd) {
            if (m_lane.duration(i) >= m_sliceNs) {
                closeRun(i);
                emitSlice(i, PieceKind::Slice, kSlicePx);
                ++i;
            } else {
                i = foldColumn(i);
            }
        }
        closeRun(i);
    }

private:
    // All narrow slices that start in the column of slice i; returns the first one after them.
    std::uint32_t foldColumn(std::uint32_t i) {
        const std::int64_t column = m_columns.of(m_lane.start(i), m_column + 1);
        const std::int64_t columnEnd = m_columns.start(column + 1);
        std::uint32_t end = firstFrom(column + 1, i + 1);
        m_lastCount = end - i;                                           // the next columns are often about as full
        if (end > i + 1 && m_lane.duration(end - 1) >= m_sliceNs) --end; // only the last can be wide
        if (m_runCount > 0 && m_lane.start(i) - m_runEnd > m_nearNs) closeRun(i);
        if (m_runCount == 0) openRun(i);
        carryTo(column);
        if (m_cellCount == 0) m_cellFirst = i;
        m_lane.tally(i, end, m_tally);
        m_cellCount += end - i;
        m_runCount += end - i;
        m_runEnd = std::max(m_runEnd, m_lane.end(end - 1));
        m_carry = end - 1;
        m_carryEnd = m_lane.end(m_carry);
        if (m_carryEnd > columnEnd) {
            m_carryTone = end - i >= LaneAccess::kCoarseFrom ? m_lane.coarseTone(m_carry) : m_lane.tone(m_carry);
            m_tally.add(m_carryTone, columnEnd - m_carryEnd); // belongs to the next columns
        }
        return end;
    }

    // The first slice from `from` on that starts in the column or later. In full columns, what the next ones need is
    // asked for some columns ahead: waiting for memory is most of the work there.
    std::uint32_t firstFrom(std::int64_t column, std::uint32_t from) {
        if (m_lastCount < kFullColumn || !m_lane.isSampled())
            return m_lane.near(from, m_columns.start(column), m_lastCount);
        if (column < m_aheadFirst || column > m_aheadEnd) {
            m_aheadFirst = m_aheadEnd = column;
            m_stretch = from / kSampleEvery;
        }
        for (; m_aheadEnd <= column + kAhead; ++m_aheadEnd) {
            m_stretch = m_lane.stretchOf(m_stretch, m_columns.start(m_aheadEnd));
            m_ahead[static_cast<std::size_t>(m_aheadEnd) % m_ahead.size()] = m_stretch;
            m_lane.prefetchStretch(m_stretch);
        }
        m_aheadFirst = column;
        const std::uint32_t stretch = m_ahead[static_cast<std::size_t>(column) % m_ahead.size()];
        return m_lane.inStretch(stretch, from, m_columns.start(column));
    }

    void openRun(std::uint32_t i) {
        m_runFirst = i;
        m_runEnd = m_lane.start(i);
        m_nearBefore = i > 0 && m_lane.start(i) - m_lane.end(i - 1) <= m_nearNs;
        m_column = m_columns.of(m_lane.start(i), m_column + 1);
        m_carryEnd = std::numeric_limits<std::int64_t>::min();
        m_runPieces = m_out.size();
        m_runBusy = 0;
    }

    // Finishes the columns before `column`: the open one, and those that its last slice reaches into.
    void carryTo(std::int64_t column) {
        while (m_column < column) {
            finishColumn();
            ++m_column;
            const std::int64_t begin = m_columns.start(m_column);
            if (m_carryEnd <= begin) {
                m_column = column;
                return;
            }
            const std::int64_t end = std::min(m_carryEnd, m_columns.start(m_column + 1));
            m_tally.add(m_carryTone, end - begin);
            m_cellFirst = m_carry;
            m_cellCount = 1;
        }
    }

    void finishColumn() {
        if (m_cellCount == 0) return;
        const std::int64_t begin = m_columns.start(m_column);
        const std::int64_t width = std::max<std::int64_t>(1, m_columns.start(m_column + 1) - begin);
        const std::int64_t quarters = (4 * m_tally.total() + width - 1) / width;
        const auto density = static_cast<std::uint8_t>(std::clamp<std::int64_t>(quarters, 1, 4));
        m_runBusy += m_tally.total();
        addCell(m_tally.dominant(), density);
        m_tally.clear();
        m_cellCount = 0;
    }

    void addCell(std::uint8_t tone, std::uint8_t density) {
        if (m_column < m_firstColumn || m_column >= m_endColumn) return;
        const auto x = static_cast<double>(m_column - m_firstColumn);
        if (m_out.size() > m_runPieces) {
            Piece& last = m_out.back();
            if (last.x1 == x && last.tone == tone && last.density == density) {
                last.x1 = x + 1;
                return;
            }
        }
        m_out.push_back({PieceKind::Run, tone, density, m_lane.id(m_cellFirst), x, x + 1});
    }

    void closeRun(std::uint32_t next) {
        if (m_runCount == 0) return;
        const std::int64_t nextStart = next < m_lane.size() ? m_lane.start(next) : kNever;
        const bool alone = m_runCount == 1 && !m_nearBefore && nextStart - m_runEnd > m_nearNs;
        carryTo(m_columns.of(std::max(m_runEnd - 1, m_lane.start(m_runFirst)), m_column) + 1);
        finishColumn();
        if (alone) {
            m_out.resize(m_runPieces);
            const bool point = m_lane.duration(m_runFirst) == 0;
            emitSlice(m_runFirst, point ? PieceKind::Point : PieceKind::Lone, kLonePx);
        } else if (m_runBusy == 0) {
            pointsInsteadOfRun(next);
        }
        m_runCount = 0;
        m_tally.clear();
        m_cellCount = 0;
    }

    // Only events without length: a diamond for each stretch as wide as one, so that none is hidden and few are drawn.
    void pointsInsteadOfRun(std::uint32_t end) {
        m_out.resize(m_runPieces);
        const auto block = static_cast<std::int64_t>(kPointPx);
        for (std::uint32_t i = m_runFirst; i < end;) {
            emitSlice(i, PieceKind::Point, 0);
            const std::int64_t column = m_columns.of(m_lane.start(i));
            const std::int64_t nextBlock = (column >= 0 ? column / block : (column + 1) / block - 1) + 1;
            i = m_lane.gallop(i + 1, m_columns.start(nextBlock * block));
        }
    }

    void emitSlice(std::uint32_t i, PieceKind kind, double leastPx) {
        const double x0 = m_scale.x(rankTime(m_lane.start(i)));
        const double x1 = std::max(m_scale.x(rankTime(m_lane.end(i))), x0 + leastPx);
        const double left = -kSlicePx;
        const double right = m_scale.widthPx() + kSlicePx;
        m_out.push_back({kind, m_lane.tone(i), 4, m_lane.id(i), std::max(x0, left), std::min(x1, right)});
    }

    LaneAccess m_lane;
    const TimeScale& m_scale;
    const Columns& m_columns;
    std::vector<Piece>& m_out;
    std::int64_t m_firstColumn;
    std::int64_t m_endColumn;
    std::int64_t m_sliceNs;
    std::int64_t m_nearNs;
    // The open run.
    std::uint32_t m_runCount = 0;
    std::uint32_t m_runFirst = 0;
    std::int64_t m_runEnd = 0;
    std::int64_t m_runBusy = 0;
    std::size_t m_runPieces = 0;
    bool m_nearBefore = false;
    // The open column of it, and the slice that reaches beyond it.
    std::int64_t m_column = 0;
    ToneTally m_tally;
    std::uint32_t m_cellCount = 0;
    std::uint32_t m_cellFirst = 0;
    std::uint32_t m_carry = 0;
    std::uint8_t m_carryTone = 0;
    std::uint32_t m_lastCount = 1;
    std::int64_t m_carryEnd = 0;
    // Stretches of the next columns' borders.
    static constexpr std::uint32_t kFullColumn = 2 * kSampleEvery;
    static constexpr std::int64_t kAhead = 12;
    std::array<std::uint32_t, 32> m_ahead{};
    std::int64_t m_aheadFirst = 0, m_aheadEnd = -1; // columns [first, end) are in m_ahead
    std::uint32_t m_stretch = 0;                    // of the last of them
};

} // namespace

void visiblePieces(const TraceStore& store, const DisplayLane& lane, const TimeScale& scale, std::vector<Piece>& out) {
    if (scale.widthPx() > 0) Folder(store, lane, scale, out).run();
}

LaneSummary summarize(const TraceStore& store, const DisplayLane& lane, TimeRange range) {
    const LaneAccess access(store, lane);
    LaneSummary out;
    if (range.empty()) return out;
    std::uint32_t first = access.firstEndingAfter(count(range.begin));
    while (first > 0 && access.start(first - 1) == count(range.begin)) --first;
    const std::uint32_t end = std::max(first, access.firstStartingFrom(count(range.end)));
    if (first == end) return out;
    out.count = end - first;
    out.busyNs = access.busy(first, end);
    out.busyNs -= std::max<std::int64_t>(0, count(range.begin) - access.start(first));
    out.busyNs -= std::max<std::int64_t>(0, access.end(end - 1) - count(range.end));
    if (const auto row = access.longest(first, end)) out.longest = SliceId{*row};
    return out;
}

std::optional<SliceId> sliceAt(const TraceStore& store, const DisplayLane& lane, RankTime t) {
    const LaneAccess access(store, lane);
    const std::uint32_t after = access.firstStartingFrom(count(t) + 1);
    if (after == 0) return std::nullopt;
    const std::uint32_t i = after - 1;
    if (access.end(i) > count(t) || access.start(i) == count(t)) return access.id(i);
    return std::nullopt;
}

std::optional<SliceId> firstSliceFrom(const TraceStore& store, const DisplayLane& lane, RankTime t) {
    const LaneAccess access(store, lane);
    const std::uint32_t i = access.firstStartingFrom(count(t));
    if (i == access.size()) return std::nullopt;
    return access.id(i);
}

std::optional<SliceId> lastSliceBefore(const TraceStore& store, const DisplayLane& lane, RankTime t) {
    const LaneAccess access(store, lane);
    const std::uint32_t i = access.firstStartingFrom(count(t));
    if (i == 0) return std::nullopt;
    return access.id(i - 1);
}

} // namespace lanescope
