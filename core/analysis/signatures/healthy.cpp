// i. Nothing was found, and the numbers say that nothing is wrong.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"
#include "core/analysis/step_lookup.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace lanescope {

namespace {

std::int64_t medianLength(std::vector<std::int64_t> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Median deviation from the median, of the median: the first step of a recording, whose queue was empty, has no say.
double spreadOf(const std::vector<std::int64_t>& lengths) {
    if (lengths.size() < 2) return 0;
    std::vector<std::int64_t> deviations;
    const std::int64_t median = medianLength(lengths);
    for (const std::int64_t ns : lengths) deviations.push_back(std::abs(ns - median));
    return shareOf(medianLength(std::move(deviations)), median);
}

// From the first start to the last end of the work that each step launched: while the queue of launches fills, the host
// hurries through its steps although those of the GPU are equal.
std::vector<std::int64_t> lengthsByLaunch(const TraceFacts& facts, const DeviceFacts& device) {
    std::map<std::size_t, Interval> byStep;
    const StepLookup steps(*facts.store);
    for (const SliceId work : device.work->work) {
        const auto call = facts.launches->callOf(work);
        const auto step = call ? steps.stepOfCall(*call) : std::nullopt;
        if (!step) continue;
        const Interval at{count(facts.store->start(work)), count(facts.store->end(work))};
        const auto [known, isNew] = byStep.try_emplace(*step, at);
        if (!isNew) known->second = {std::min(known->second.begin, at.begin), std::max(known->second.end, at.end)};
    }
    std::vector<std::int64_t> out;
    for (const std::size_t i : facts.counted)
        if (const auto at = byStep.find(facts.windows[i].step.value_or(SIZE_MAX)); at != byStep.end())
            out.push_back(at->second.length());
    return out;
}

double stepSpread(const TraceFacts& facts, const DeviceFacts& device) {
    std::vector<std::int64_t> windows;
    for (const std::size_t i : facts.counted) windows.push_back(facts.windows[i].at.length());
    const std::vector<std::int64_t> launched = lengthsByLaunch(facts, device);
    const double byWindow = spreadOf(windows);
    return launched.size() == windows.size() ? std::min(byWindow, spreadOf(launched)) : byWindow;
}

} // namespace

std::optional<Finding> judgeHealthy(const TraceFacts& facts, const DeviceFacts& device) {
    std::int64_t busy = 0, exposed = 0;
    for (const std::size_t i : facts.counted) {
        busy += device.numbers[i].busyNs;
        exposed += device.numbers[i].exposedCommNs;
    }
    const double busyShare = shareOf(busy, facts.countedNs), exposedShare = shareOf(exposed, facts.countedNs);
    const double spread = stepSpread(facts, device);
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
