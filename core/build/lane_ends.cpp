#include "core/build/lane_ends.h"

#include <algorithm>

namespace lanescope::build {

std::uint32_t LaneEnds::take(std::uint32_t least, std::int64_t start, std::int64_t end) {
    std::uint32_t lane = least;
    if (m_least.empty())
        while (lane < m_ends.size() && m_ends[lane] > start) ++lane;
    else
        lane = findInTree(least, start);
    while (lane >= m_ends.size()) m_ends.push_back(INT64_MIN);
    m_ends[lane] = end;
    if (!m_least.empty() || m_ends.size() > kScan) setInTree(lane, end);
    return lane;
}

// Up from the leaf until a right neighbour holds a free lane, then down to its first.
std::uint32_t LaneEnds::findInTree(std::uint32_t least, std::int64_t start) const {
    if (least >= m_leaves) return least;
    std::size_t node = m_leaves + least;
    if (m_least[node] <= start) return least;
    while (true) {
        while (node > 1 && (node & 1) == 1) node /= 2;              // a right child: go up
        if (node <= 1) return static_cast<std::uint32_t>(m_leaves); // none: the first beyond
        ++node;
        if (m_least[node] <= start) break;
    }
    while (node < m_leaves) {
        node *= 2;
        if (m_least[node] > start) ++node;
    }
    return static_cast<std::uint32_t>(node - m_leaves);
}

void LaneEnds::setInTree(std::uint32_t lane, std::int64_t end) {
    if (lane >= m_leaves) {
        m_leaves = std::max<std::size_t>(2 * kScan, m_leaves);
        while (lane >= m_leaves) m_leaves *= 2;
        // Leaves that are no lane yet are free from the start of time.
        m_least.assign(2 * m_leaves, INT64_MIN);
        std::copy(m_ends.begin(), m_ends.end(), m_least.begin() + static_cast<std::ptrdiff_t>(m_leaves));
        for (std::size_t node = m_leaves - 1; node > 0; --node)
            m_least[node] = std::min(m_least[2 * node], m_least[2 * node + 1]);
        return;
    }
    std::size_t node = m_leaves + lane;
    m_least[node] = end;
    for (node /= 2; node > 0; node /= 2) m_least[node] = std::min(m_least[2 * node], m_least[2 * node + 1]);
}

} // namespace lanescope::build
