#include "core/build/lod_build.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lanescope::build {
namespace {

constexpr std::size_t kLanesPerJob = 256;       // many lanes are short
constexpr std::uint32_t kRowsPerJob = 1u << 16; // about as long as one look at the stop token may take

std::uint64_t groupsAt(std::uint64_t slices, std::size_t level) {
    const std::uint64_t size = std::uint64_t{1} << (4 * (level + 1));
    return (slices + size - 1) / size;
}

// What one open group has so far.
struct Group {
    std::int64_t busy = 0;
    std::int64_t longestNs = -1;
    std::uint32_t longest = 0;
    std::uint32_t members = 0; // of the level below
    std::array<std::int64_t, kTones> tones{};
};

class LaneLod {
public:
    LaneLod(StoreMemory& memory, std::span<const CategoryInfo> categories)
        : m_memory(memory), m_open(memory.lod.size()) {
        for (std::size_t i = 0; i < categories.size(); ++i) m_roles[i] = categories[i].role;
    }
    void build(std::size_t lane, const Lane& rows) {
        m_next.clear();
        for (const LodMemory& level : m_memory.lod) m_next.push_back(level.laneFirstGroup[lane]);
        const NarrowColumn durations = m_memory.duration.column();
        for (std::uint32_t row = rows.firstSlice; row < rows.firstSlice + rows.sliceCount; ++row) {
            const std::int64_t duration = durations.at(row);
            Group& group = m_open[0];
            group.busy += duration;
            group.tones[toneOf(static_cast<WorkKind>(m_memory.kind[row]), m_roles[m_memory.category[row]])] += duration;
            if (duration > group.longestNs) {
                group.longestNs = duration;
                group.longest = row;
            }
            if (++group.members == kLodFanout) close(0);
        }
        for (std::size_t level = 0; level < m_open.size(); ++level)
            if (m_open[level].members > 0) close(level);
    }

private:
    void close(std::size_t level) {
        Group& group = m_open[level];
        LodMemory& out = m_memory.lod[level];
        const std::uint64_t at = m_next[level]++;
        out.busy[at] = group.busy;
        out.longest[at] = group.longest;
        const auto most = std::max_element(group.tones.begin(), group.tones.end());
        out.tone[at] = tone(group, static_cast<std::uint8_t>(most - group.tones.begin()));
        const bool full = level + 1 < m_open.size() && addTo(m_open[level + 1], group);
        group = Group{};
        if (full) close(level + 1);
    }
    // Without any busy time (only points in time) the longest slice tells.
    std::uint8_t tone(const Group& group, std::uint8_t most) const {
        if (group.busy > 0) return most;
        return toneOf(static_cast<WorkKind>(m_memory.kind[group.longest]), m_roles[m_memory.category[group.longest]]);
    }
    static bool addTo(Group& above, const Group& group) {
        above.busy += group.busy;
        for (std::size_t i = 0; i < kTones; ++i) above.tones[i] += group.tones[i];
        if (group.longestNs > above.longestNs) {
            above.longestNs = group.longestNs;
            above.longest = group.longest;
        }
        return ++above.members == kLodFanout;
    }
    StoreMemory& m_memory;
    std::array<Role, 256> m_roles{};
    std::vector<Group> m_open;         // by level
    std::vector<std::uint64_t> m_next; // group to write next, by level
};

} // namespace

void buildLod(StoreMemory& memory, std::span<const Lane> lanes, std::span<const CategoryInfo> categories,
              const Sharing& sharing) {
    std::uint32_t longest = 0;
    for (const Lane& lane : lanes) longest = std::max(longest, lane.sliceCount);
    for (std::size_t level = 0; longest > 0; ++level) {
        LodMemory out;
        out.laneFirstGroup.reserve(lanes.size() + 1);
        std::uint64_t groups = 0;
        for (const Lane& lane : lanes) {
            out.laneFirstGroup.push_back(groups);
            groups += groupsAt(lane.sliceCount, level);
        }
        out.laneFirstGroup.push_back(groups);
        out.busy = ColumnBuffer<std::int64_t>(groups);
        out.longest = ColumnBuffer<std::uint32_t>(groups);
        out.tone = ColumnBuffer<std::uint8_t>(groups);
        memory.lod.push_back(std::move(out));
        if (groupsAt(longest, level) == 1) break;
    }
    // Jobs of whole lanes: some hold millions of slices, some one.
    std::vector<std::size_t> jobs{0};
    std::uint64_t rows = 0;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        rows += lanes[lane].sliceCount;
        if (rows < kRowsPerJob && lane + 1 - jobs.back() < kLanesPerJob) continue;
        jobs.push_back(lane + 1);
        rows = 0;
    }
    if (jobs.back() != lanes.size()) jobs.push_back(lanes.size());
    shareWork(jobs.size() - 1, sharing, [&](std::size_t job) {
        LaneLod builder(memory, categories);
        for (std::size_t lane = jobs[job]; lane < jobs[job + 1] && !sharing.stop.stop_requested(); ++lane)
            builder.build(lane, lanes[lane]);
    });
}

} // namespace lanescope::build
