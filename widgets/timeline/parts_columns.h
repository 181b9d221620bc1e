// The parts band of a stretch of time, cut into equal columns: the overview strip. Any thread.
#pragma once

#include "widgets/scene/band_data.h"

#include <cstdint>
#include <vector>

namespace lanescope::timeline {

struct PartsColumn { // shares of the column, 0 to 1; what is left is idle
    float compute = 0;
    float exposedComm = 0;
    float exposedMem = 0;
};

// By binary searches: the cost grows with the columns, not with the events. Column i covers [begin + i * width,
// begin + (i + 1) * width), its borders rounded to whole ns.
std::vector<PartsColumn> partsColumns(const scene::DeviceBands& bands, std::int64_t beginNs, std::int64_t endNs,
                                      int columns);

} // namespace lanescope::timeline
