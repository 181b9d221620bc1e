// Lanes of one track: rows of slices that never overlap. A slice takes the lowest free lane below that of the slice
// around it on the same track; what only partly overlaps takes another lane, uncut. log n per slice at worst.
#pragma once

#include "core/build/thread_slices.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::build {

inline constexpr std::size_t kTrackRoles = static_cast<std::size_t>(TrackRole::Other) + 1;

// When each lane is free again. Half-open: what starts where another ends finds the lane free.
class LaneEnds {
public:
    // Lowest lane from `least` on that is free at `start`; takes it until `end`.
    std::uint32_t take(std::uint32_t least, std::int64_t start, std::int64_t end);
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_ends.size()); }

private:
    static constexpr std::size_t kScan = 32; // so many lanes are simply looked through
    std::uint32_t findInTree(std::uint32_t least, std::int64_t start) const;
    void setInTree(std::uint32_t lane, std::int64_t end);
    std::vector<std::int64_t> m_ends;
    std::vector<std::int64_t> m_least; // binary tree of least ends, root at 1; empty while there are few lanes
    std::size_t m_leaves = 0;
};

// Which lane of which track of its thread each record is on.
struct ThreadLanes {
    std::vector<std::uint32_t> lane;                               // by record
    std::array<std::vector<std::uint32_t>, kTrackRoles> laneSizes; // slices per lane of each role
};

TrackRole trackRoleOf(const RawRecord& record, const CategoryTable& categories);
ThreadLanes assignLanes(const ThreadSlices& slices, const CategoryTable& categories,
                        const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& parents,
                        const std::stop_token& stop);

} // namespace lanescope::build
