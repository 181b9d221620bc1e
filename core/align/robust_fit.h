// A constant or a line through differences of clocks, whatever single ones say. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::align {

struct FitPoint {
    std::int64_t at = 0;         // time of the reference, ns
    std::int64_t difference = 0; // ns
};

struct RobustFit {
    std::int64_t median = 0;              // of the differences; the lower of two
    std::int64_t pivot = 0;               // median time
    std::int64_t atPivot = 0;             // of the line at the pivot; the median without a slope
    double slope = 0;                     // ns per ns; 0 unless it is believed
    std::int64_t residual = 0, worst = 0; // median and largest distance from what is used
    std::size_t samples = 0;
};

// A slope is the median of the slopes between points half the list apart. It is believed when it is at most kMaxSlope
// (clocks are not worse) and more than kSureOfSlope times what the scatter about it could make up; with fewer than
// kSlopeByMedianFrom points, of which a line always meets two, when it takes away two thirds of the largest distance.
// Of two points, where `scatterNs` (how far ends of the same recordings are apart otherwise) is given, when they differ
// by far more than that and by at most kMaxSlopeOfTwo.
inline constexpr std::size_t kSlopeFrom = 3, kSlopeByMedianFrom = 5;
inline constexpr double kMaxSlope = 1e-3, kMaxSlopeOfTwo = 2e-4, kSureOfSlope = 4;
RobustFit robustFit(std::vector<FitPoint> points, std::optional<std::int64_t> scatterNs = {});

// The lower median; 0 of none.
std::int64_t lowerMedian(std::vector<std::int64_t> values);

} // namespace lanescope::align
