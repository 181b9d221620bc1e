// i. Nothing was found, and the numbers say that nothing is wrong.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>
#include <cstdlib>

namespace lanescope {

namespace {

std::int64_t medianLength(std::vector<std::int64_t> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Median deviation from the median, of the median: the first step of a recording, whose queue was empty, has no say.
double stepSpread(const TraceFacts& facts) {
    if (facts.counted.size() < 2) return 0;
    std::vector<std::int64_t> lengths, deviations;
    for (const std::size_t i : facts.counted) lengths.push_back(facts.windows[i].at.length());
    const std::int64_t median = medianLength(lengths);
    for (const std::int64_t ns : lengths) deviations.push_back(std::abs(ns - median));
    return shareOf(medianLength(std::move(deviations)), median);
}

} // namespace

std::optional<Finding> judgeHealthy(const TraceFacts& facts, const DeviceFacts& device) {
    std::int64_t busy = 0, exposed = 0;
    for (const std::size_t i : facts.counted) {
        busy += device.numbers[i].busyNs;
        exposed += device.numbers[i].exposedCommNs;
    }
    const double busyShare = shareOf(busy, facts.countedNs), exposedShare = shareOf(exposed, facts.countedNs);
    const double spread = stepSpread(facts);
    const bool isBusy = busyShare >= facts.limits[Limit::HealthyMinBusy];
    const bool hidden = exposedShare <= facts.limits[Limit::HealthyMaxExposedComm];
    const bool equal = spread <= facts.limits[Limit::HealthyMaxStepSpread];
    if (!isBusy || !hidden || facts.counted.empty()) return std::nullopt;
    if (static_cast<double>(device.kernels) < facts.limits[Limit::HealthyMinKernels]) return std::nullopt;
    const bool deep = device.linked > 0 && device.medianQueueNs >= facts.limits.ns(Limit::HealthyMinLead);

    Finding f;
    f.costPerWindowNs.assign(facts.windows.size(), 0);
    f.confidence = Confidence::Confirmed;
    f.evidence = {tested("busy", "GPU busy", busyShare, Unit::Ratio, EvidenceRole::Confirms),
                  tested("exposed", "exposed communication", exposedShare, Unit::Ratio, EvidenceRole::Confirms),
                  tested("step_spread", "deviation of the step times", spread, Unit::Ratio, confirmsIf(equal))};
    if (device.linked > 0)
        f.evidence.push_back(tested("lead", "median time from call to kernel", device.medianQueueNs, Unit::Nanoseconds,
                                    confirmsIf(deep)));
    if (!deep) lower(f, Confidence::Likely, "the queue of launches is not known to be deep");
    if (!equal) lower(f, Confidence::Possible, "steps differ");
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
