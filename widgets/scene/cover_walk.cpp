#include "widgets/scene/cover_walk.h"

#include <algorithm>

namespace lanescope::scene {

namespace {
constexpr std::size_t kDenseFrom = 12; // intervals in a column, on average
}

CoverWalk::CoverWalk(const CoverIndex& index, const TimeScale& scale, std::int64_t first)
    : m_index(index), m_scale(scale) {
    const std::int64_t begin = count(scale.columnStart(first));
    m_next = index.firstEndingAfter(begin);
    m_before = index.coveredBefore(begin, m_next);
    const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(1, scale.endColumn() - first));
    m_isDense = index.firstEndingAfter(count(scale.columnStart(scale.endColumn()))) - m_next >= kDenseFrom * columns;
}

void CoverWalk::lookAhead(std::int64_t column) {
    const auto left = static_cast<std::size_t>(std::max<std::int64_t>(1, m_scale.endColumn() - column));
    m_aheadFrom = column;
    m_aheadCount = std::min(left, kAhead);
    std::array<std::int64_t, kAhead> ends{};
    std::size_t block = m_next / CoverIndex::kBlock;
    for (std::size_t i = 0; i < m_aheadCount; ++i) {
        ends[i] = count(m_scale.columnStart(column + static_cast<std::int64_t>(i) + 1));
        block = m_index.blockEndingAfter(ends[i], block);
        m_index.prefetchBlock(block);
        m_ahead[i] = block;
    }
    for (std::size_t i = 0; i < m_aheadCount; ++i) {
        m_ahead[i] = m_index.firstEndingAfterIn(m_ahead[i], ends[i]);
        m_index.prefetchBefore(m_ahead[i]);
    }
}

std::size_t CoverWalk::firstEndingAfter(std::int64_t column, std::int64_t end) {
    if (!m_isDense) return m_index.firstEndingAfter(end, m_next, m_next + m_last);
    const std::int64_t at = column - m_aheadFrom;
    if (at >= 0 && static_cast<std::size_t>(at) < m_aheadCount) return m_ahead[static_cast<std::size_t>(at)];
    lookAhead(column);
    return m_ahead.front();
}

CoverWalk::Part CoverWalk::next(std::int64_t column, std::int64_t begin, std::int64_t end) {
    const IntervalList& list = m_index.intervals();
    if (m_next == list.size() || list[m_next].begin >= end) return {};
    const std::size_t first = m_next;
    m_next = firstEndingAfter(column, end);
    m_last = m_next - first; // the next column is often about as full
    const std::int64_t before = m_index.coveredBefore(end, m_next);
    Part part;
    part.covered = before - m_before;
    m_before = before;
    part.edges = static_cast<int>(std::min<std::size_t>(1000, 2 * (m_next - first)));
    if (m_next > first && list[first].begin <= begin) --part.edges;
    const bool reachesIn = m_next < list.size() && list[m_next].begin < end;
    if (reachesIn && (m_next > first || list[m_next].begin > begin)) ++part.edges;
    return part;
}

std::int64_t CoverWalk::stillUntil(std::int64_t t) const {
    const IntervalList& list = m_index.intervals();
    if (m_next == list.size()) return INT64_MAX;
    return list[m_next].begin > t ? list[m_next].begin : list[m_next].end;
}

void CoverWalk::skip(std::int64_t from, std::int64_t to) {
    const IntervalList& list = m_index.intervals();
    if (m_next < list.size() && list[m_next].begin <= from) m_before += to - from;
}

} // namespace lanescope::scene
