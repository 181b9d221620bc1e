// The one formatter of quantities (docs/user/units.md): thin no-break spaces, true minus, four significant digits,
// parts that add up shown so that they do. Rounds half away from zero, exactly (integers, never through double, for
// everything that is an integer). Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

inline constexpr const char* kThinSpace = "\u202F"; // before the unit and between groups of three digits
inline constexpr const char* kMinus = "\u2212";
inline constexpr const char* kNotKnown = "\u2013"; // unknown or not applicable

enum class Precision : std::uint8_t { Panel /* 4 significant digits */, Slice /* 3 */ };

// "412.0 µs", "2 min 14 s", "1 h 2 min"; whole nanoseconds stay whole: "412 ns".
std::string formatDuration(std::int64_t ns, Precision precision = Precision::Panel);
// The exact value, for hover and copy: "412 034 ns".
std::string formatExactNs(std::int64_t ns);
// "82.4 %", "< 0.01 %"; never above 100 %: more than the whole is our bug. Not finite: en dash.
std::string formatShare(double ratio);
std::string formatShare(const std::optional<double>& ratio); // en dash when there is none
std::string formatBytes(std::int64_t bytes);                 // "131 MB", powers of 1000, three significant digits
std::string formatRate(double bytesPerSecond);               // "201 GB/s"; en dash when not finite
std::string formatCount(std::int64_t n);                     // "1 284 410"; from eight digits on "12.8 million"
std::string formatOffset(std::int64_t ns);                   // "+95.118 ms" on an axis: sign, three decimals
std::string formatNumber(double value);                      // three decimals at most, no unit

// One unit for all, three decimals, rounded so that the parts sum to the shown whole (largest remainder; ties: the
// earlier part). Parts that do not sum to the whole are each rounded on their own.
struct PartsText {
    std::vector<std::string> parts;
    std::string whole;
};
PartsText formatParts(std::span<const std::int64_t> partsNs, std::int64_t wholeNs);
// A column of durations in one unit chosen by the largest, three decimals.
std::vector<std::string> formatColumn(std::span<const std::int64_t> ns);

} // namespace lanescope
