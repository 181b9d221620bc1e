#include "core/build/lanes.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 16;
constexpr std::size_t kShortWalk = 32; // steps up before what was found is remembered

// Nearest slice around a record that is on a given track. Walks up the parents; long walks leave marks, so that many
// slices deep inside the same stack do not each walk all the way.
class TrackAncestors {
public:
    TrackAncestors(const ThreadSlices& slices, const CategoryTable& categories,
                   const std::vector<std::uint32_t>& parents)
        : m_slices(slices), m_categories(categories), m_parents(parents) {}

    std::uint32_t find(std::uint32_t record, TrackRole role) {
        std::uint32_t at = m_parents[record];
        std::size_t steps = 0;
        m_path.clear();
        while (at != kNoRecord && trackRoleOf(m_slices.record(at), m_categories) != role) {
            if (++steps % kShortWalk == 0) {
                const auto known = m_marks.find(key(at, role));
                if (known != m_marks.end()) {
                    at = known->second;
                    break;
                }
                m_path.push_back(at);
            }
            at = m_parents[at];
        }
        for (const std::uint32_t passed : m_path) m_marks[key(passed, role)] = at;
        return at;
    }

private:
    static std::uint64_t key(std::uint32_t record, TrackRole role) {
        return (std::uint64_t{record} << 8) | static_cast<unsigned>(role);
    }
    const ThreadSlices& m_slices;
    const CategoryTable& m_categories;
    const std::vector<std::uint32_t>& m_parents;
    std::unordered_map<std::uint64_t, std::uint32_t> m_marks;
    std::vector<std::uint32_t> m_path;
};

} // namespace

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

std::uint32_t LaneEnds::findInTree(std::uint32_t least, std::int64_t start) const {
    // Up from the leaf until a right neighbour holds a free lane, then down to its first.
    std::size_t node = m_leaves + least;
    if (least >= m_leaves) return least;
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

TrackRole trackRoleOf(const RawRecord& record, const CategoryTable& categories) {
    if (record.kind() == RecordKind::AsyncBegin) return TrackRole::Async;
    return trackRoleOf(categories.role(record.category));
}

ThreadLanes assignLanes(const ThreadSlices& slices, const CategoryTable& categories,
                        const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& parents,
                        const std::stop_token& stop) {
    ThreadLanes out;
    out.lane.resize(slices.records());
    std::array<LaneEnds, kTrackRoles> ends;
    TrackAncestors ancestors(slices, categories, parents);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) return {};
        const std::uint32_t record = order[i];
        const TrackRole role = trackRoleOf(slices.record(record), categories);
        const std::uint32_t around = ancestors.find(record, role);
        const std::uint32_t least = around == kNoRecord ? 0 : out.lane[around] + 1;
        const auto index = static_cast<std::size_t>(role);
        const std::uint32_t lane = ends[index].take(least, slices.start(record), slices.end(record));
        out.lane[record] = lane;
        std::vector<std::uint32_t>& sizes = out.laneSizes[index];
        if (lane >= sizes.size()) sizes.resize(std::size_t{lane} + 1, 0);
        ++sizes[lane];
    }
    return out;
}

} // namespace lanescope::build
