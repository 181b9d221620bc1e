// What devices can do at most: a small table that users extend or replace (docs/user/analyses.md, flops). Figures are
// the vendors' dense peaks. A value; any thread.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct DevicePeak {
    std::string match;    // part of the device's name, whatever its case; longer ones decide before shorter ones
    double memoryGBs = 0; // 10^9 bytes per second
    double float64 = 0;   // 10^12 operations per second; 0: not known
    double float32 = 0;
    double float16 = 0; // and bfloat16, dense, matrix units
    double float8 = 0;  // and int8
};

struct DevicePeaks {
    std::vector<DevicePeak> devices;

    static const DevicePeaks& builtin();
    // [{"match": "H100", "memory_gb_s": 3350, "tflops": {"float32": 67, "float16": 989, "float8": 1979}}, ...]
    // Entries come before the built-in ones. Error: Usage, with what was expected.
    static Result<DevicePeaks> parse(std::string_view json, std::string_view place);
    const DevicePeak* find(std::string_view deviceName) const; // null when none matches
};

// Operations per second for elements of so many bytes (0: not known).
double peakFor(const DevicePeak& peak, std::int64_t elementBytes);

} // namespace lanescope
