// When each lane of a track is free again. Half-open: what starts where another ends finds the lane free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::build {

class LaneEnds {
public:
    // Lowest lane from `least` on that is free at `start`; takes it until `end`. log n at worst.
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

} // namespace lanescope::build
