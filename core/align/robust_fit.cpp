#include "core/align/robust_fit.h"

#include <algorithm>
#include <cmath>

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

} // namespace

std::int64_t lowerMedian(std::vector<std::int64_t> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

RobustFit robustFit(std::vector<FitPoint> points) {
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
    if (points.size() >= kSlopeFrom && fit.worst > 0) {
        RobustFit line = fit;
        line.slope = medianSlope(points);
        std::vector<std::int64_t> left;
        for (const FitPoint& p : points)
            left.push_back(p.difference - std::llround(line.slope * static_cast<double>(p.at - line.pivot)));
        line.atPivot = lowerMedian(left);
        line.residual = lowerMedian(distances(points, line));
        line.worst = worstOf(distances(points, line));
        const bool better = points.size() < kSlopeByMedianFrom ? line.worst <= fit.worst / 3
                                                               : fit.residual > 0 && line.residual <= fit.residual / 2;
        if (std::abs(line.slope) <= kMaxSlope && better) fit = line;
    }
    return fit;
}

} // namespace lanescope::align
