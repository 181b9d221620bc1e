#include "widgets/models/parts_columns.h"

#include <algorithm>
#include <cmath>

namespace lanescope::models {

namespace {

void addShares(const IntervalList& list, std::int64_t beginNs, double widthNs, std::vector<PartsColumn>& columns,
               float PartsColumn::*part) {
    const double n = static_cast<double>(columns.size());
    for (const Interval& interval : list) {
        const double from = std::max(0.0, static_cast<double>(interval.begin - beginNs) / widthNs);
        const double to = std::min(n, static_cast<double>(interval.end - beginNs) / widthNs);
        if (!(from < to)) continue;
        const auto last = std::min(columns.size() - 1, static_cast<std::size_t>(std::floor(to)));
        for (auto c = static_cast<std::size_t>(from); c <= last; ++c) {
            const double left = std::max(from, static_cast<double>(c));
            const double right = std::min(to, static_cast<double>(c + 1));
            if (left < right) columns[c].*part += static_cast<float>(right - left);
        }
    }
}

} // namespace

std::vector<PartsColumn> partsColumns(const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs, int columns) {
    std::vector<PartsColumn> out(static_cast<std::size_t>(std::max(0, columns)));
    if (out.empty() || beginNs >= endNs) return out;
    const double width = static_cast<double>(endNs - beginNs) / static_cast<double>(out.size());
    addShares(work.compute, beginNs, width, out, &PartsColumn::compute);
    addShares(work.exposedComm, beginNs, width, out, &PartsColumn::exposedComm);
    addShares(work.exposedMem, beginNs, width, out, &PartsColumn::exposedMem);
    return out;
}

} // namespace lanescope::models
