#include "core/analysis/statistics.h"

#include "core/analysis/run_merge.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lanescope {

Statistics statisticsOf(std::vector<std::int64_t> values, const std::stop_token& stop) {
    Statistics out;
    if (values.empty()) return out;
    sortStoppable(values, std::less<>(), stop);
    if (stop.stop_requested()) return out;
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
