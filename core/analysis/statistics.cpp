#include "core/analysis/statistics.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

Statistics statisticsOf(std::vector<std::int64_t> values) {
    Statistics out;
    if (values.empty()) return out;
    std::sort(values.begin(), values.end());
    out.count = values.size();
    out.min = values.front();
    out.max = values.back();
    for (const std::int64_t v : values) out.total += v;
    const auto n = static_cast<double>(values.size());
    out.mean = static_cast<double>(out.total) / n;
    double squares = 0; // around the mean: no cancellation for long, equal durations
    for (const std::int64_t v : values)
        squares += (static_cast<double>(v) - out.mean) * (static_cast<double>(v) - out.mean);
    out.std = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
    const auto nearestRank = [&values](std::size_t percent) {
        return values[(percent * values.size() + 99) / 100 - 1];
    };
    out.p50 = nearestRank(50);
    out.p95 = nearestRank(95);
    return out;
}

} // namespace lanescope
