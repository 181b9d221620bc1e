// The one formatter of quantities (docs/user/units.md): thin no-break spaces, true minus, four significant digits,
// parts that add up shown so that they do. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

enum class Precision : std::uint8_t { Panel /* 4 significant digits */, Slice /* 3 */ };

std::string formatDuration(std::int64_t ns, Precision precision = Precision::Panel); // "412.0 µs"
std::string formatShare(double ratio);         // "82.4 %", "< 0.01 %"; never above 100 for shares of a whole
std::string formatBytes(std::int64_t bytes);   // "131 MB", powers of 1000
std::string formatRate(double bytesPerSecond); // "201 GB/s"
std::string formatCount(std::int64_t n);       // "1 284 410", "9.84 million"
std::string formatOffset(std::int64_t ns);     // "+95.118 ms" on an axis
// One unit for all, three decimals, rounded so that the parts sum to the shown whole (largest remainder).
struct PartsText {
    std::vector<std::string> parts;
    std::string whole;
};
PartsText formatParts(std::span<const std::int64_t> partsNs, std::int64_t wholeNs);
// A column of durations in one unit chosen by the largest, three decimals.
std::vector<std::string> formatColumn(std::span<const std::int64_t> ns);

} // namespace lanescope
