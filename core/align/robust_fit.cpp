#include "core/align/robust_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanescope::align {

namespace {

double medianSlope(const std::vector<FitPoint>& sorted) {
    std::vector<double> slopes;
    const std::size_t half = sorted.size() / 2;
    for (std::size_t i = 0; i + half < sorted.size(); ++i) {
        const auto run = static_cast<double>(sorted[i + half].at - sorted[i].at);
        if (run <= 0) continue;
        slopes.push_back(static_cast<double>(sorted[i + half].difference - sorted[i].difference) / run);
    }
    if (slopes.empty()) return 0;
    const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>((slopes.size() - 1) / 2);
    std::nth_element(slopes.begin(), middle, slopes.end());
    return *middle;
}

std::int64_t onLine(const RobustFit& fit, std::int64_t at) {
    return fit.atPivot + std::llround(fit.slope * static_cast<double>(at - fit.pivot));
}

std::int64_t worstOf(const std::vector<std::int64_t>& distances) {
    return *std::max_element(distances.begin(), distances.end());
}

std::vector<std::int64_t> distances(const std::vector<FitPoint>& points, const RobustFit& fit) {
    std::vector<std::int64_t> out;
    for (const FitPoint& p : points) out.push_back(std::abs(p.difference - onLine(fit, p.at)));
    return out;
}

// The unit in which the differences were recorded: 1000 for whole us.
std::int64_t unitOf(const std::vector<FitPoint>& points) {
    std::int64_t unit = 0;
    for (const FitPoint& p : points) {
        std::int64_t apart = 0; // clocks may be absurdly far apart
        if (!__builtin_sub_overflow(p.difference, points.front().difference, &apart) && apart != INT64_MIN)
            unit = std::gcd(unit, apart);
    }
    return unit;
}

// More than chance: against the error of a slope through points that scatter so about it.
bool isSure(const std::vector<FitPoint>& points, const RobustFit& line) {
    constexpr double kSigmaOfMedian = 1.4826; // of a normal scatter, from its median distance
    double mean = 0, squares = 0;
    for (const FitPoint& p : points)
        mean += static_cast<double>(p.at - line.pivot) / static_cast<double>(points.size());
    for (const FitPoint& p : points) squares += std::pow(static_cast<double>(p.at - line.pivot) - mean, 2);
    const double unit = static_cast<double>(unitOf(points)); // scatter within one is not seen
    const double sigma = std::max(kSigmaOfMedian * static_cast<double>(line.residual), unit / 2) + 1;
    const double few = 1 + 6.0 / static_cast<double>(points.size()); // of few points the scatter is not known well
    return std::abs(line.slope) * std::sqrt(squares) > kSureOfSlope * few * sigma;
}

RobustFit lineThrough(const std::vector<FitPoint>& points, const RobustFit& constant) {
    RobustFit line = constant;
    line.slope = medianSlope(points);
    std::vector<std::int64_t> left;
    for (const FitPoint& p : points)
        left.push_back(p.difference - std::llround(line.slope * static_cast<double>(p.at - line.pivot)));
    line.atPivot = lowerMedian(left);
    line.residual = lowerMedian(distances(points, line));
    line.worst = worstOf(distances(points, line));
    return line;
}

bool isBelieved(const std::vector<FitPoint>& points, const RobustFit& constant, const RobustFit& line,
                std::optional<std::int64_t> scatterNs) {
    constexpr std::int64_t kScatters = 8, kBeside = 100; // ns
    if (points.size() == 2)
        return scatterNs && std::abs(line.slope) <= kMaxSlopeOfTwo && constant.worst > kScatters * *scatterNs + kBeside;
    if (points.size() < kSlopeFrom || std::abs(line.slope) > kMaxSlope) return false;
    if (points.size() < kSlopeByMedianFrom) return line.worst <= constant.worst / 3;
    return line.residual <= constant.residual && isSure(points, line);
}

} // namespace

std::int64_t lowerMedian(std::vector<std::int64_t> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

RobustFit robustFit(std::vector<FitPoint> points, std::optional<std::int64_t> scatterNs) {
    RobustFit fit;
    fit.samples = points.size();
    if (points.empty()) return fit;
    std::sort(points.begin(), points.end(), [](const FitPoint& a, const FitPoint& b) {
        return a.at != b.at ? a.at < b.at : a.difference < b.difference;
    });
    std::vector<std::int64_t> differences;
    for (const FitPoint& p : points) differences.push_back(p.difference);
    fit.median = lowerMedian(differences);
    fit.pivot = points[(points.size() - 1) / 2].at;
    fit.atPivot = fit.median;
    fit.residual = lowerMedian(distances(points, fit));
    fit.worst = worstOf(distances(points, fit));
    if (points.size() < 2 || fit.worst == 0) return fit;
    const RobustFit line = lineThrough(points, fit);
    if (isBelieved(points, fit, line, scatterNs)) fit = line;
    return fit;
}

} // namespace lanescope::align
