#include "widgets/timeline/parts_columns.h"

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

std::vector<PartsColumn> partsColumns(const scene::DeviceBands& bands, std::int64_t beginNs, std::int64_t endNs,
                                      int columns) {
    std::vector<PartsColumn> out(static_cast<std::size_t>(std::max(0, columns)));
    if (out.empty() || beginNs >= endNs) return out;
    const double width = static_cast<double>(endNs - beginNs) / static_cast<double>(out.size());
    std::int64_t begin = beginNs;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t end = beginNs + std::llround(width * static_cast<double>(i + 1));
        if (end <= begin) continue; // less than a ns wide
        const auto share = [&](const scene::CoverIndex& cover) {
            return static_cast<float>(static_cast<double>(cover.covered(begin, end)) /
                                      static_cast<double>(end - begin));
        };
        out[i] = {share(bands.compute), share(bands.exposedComm), share(bands.exposedMem)};
        begin = end;
    }
    return out;
}

} // namespace lanescope::timeline
