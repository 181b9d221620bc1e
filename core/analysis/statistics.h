// True statistics of a set of whole numbers (durations, delays, bytes). The standard deviation is that of a sample
// (n - 1; 0 for a single value); percentiles are values of the set itself (nearest rank). A value; any thread.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanescope {

struct Statistics {
    std::uint64_t count = 0;
    std::int64_t total = 0, min = 0, max = 0, p50 = 0, p95 = 0;
    double mean = 0, std = 0;
};

// All zero for an empty set, and when stopped. n log n.
Statistics statisticsOf(std::vector<std::int64_t> values, const std::stop_token& stop = {});

} // namespace lanescope
