// Fast passes over columns, each the question whether any value is bad. The best version for this machine. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::cache {

struct CheckLoops {
    bool (*anyAtLeast8)(const std::uint8_t*, std::size_t, std::uint8_t bound);
    bool (*anyAtLeast32)(const std::uint32_t*, std::size_t, std::uint32_t bound);
    bool (*anyAtLeastBut32)(const std::uint32_t*, std::size_t, std::uint32_t bound, std::uint32_t but);
    bool (*anyAtLeast64)(const std::uint64_t*, std::size_t, std::uint64_t bound);
    bool (*anyOutside64)(const std::int64_t*, std::size_t, std::int64_t low, std::int64_t high); // [low, high)
    // Compare each with the next: `count` pairs, count + 1 values.
    bool (*anyFalling32)(const std::uint32_t*, std::size_t);
    bool (*anyNotRising32)(const std::uint32_t*, std::size_t);
    bool (*anyFalling64)(const std::uint64_t*, std::size_t);
    // start + narrow duration beyond the next start, or a duration of kWideMark: `count` rows, one more start.
    bool (*anyLate)(const std::int64_t* start, std::size_t, const std::uint32_t* narrow);
};
const CheckLoops& checkLoops();
const CheckLoops& plainCheckLoops(); // for comparison in tests

} // namespace lanescope::cache
