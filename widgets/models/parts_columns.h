// The parts band of a stretch of time, cut into equal columns: the overview strip and small bars. Pure; any thread.
#pragma once

#include "core/analysis/device_work.h"

#include <cstdint>
#include <vector>

namespace lanescope::models {

struct PartsColumn { // shares of the column, 0 to 1; what is left is idle
    float compute = 0;
    float exposedComm = 0;
    float exposedMem = 0;
};

// Linear in the intervals plus the columns. Column i covers [begin + i * width, begin + (i + 1) * width).
std::vector<PartsColumn> partsColumns(const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs, int columns);

} // namespace lanescope::models
