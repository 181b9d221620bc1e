// b. The GPU waits for each launch: kernels are short, gaps lie between them. Its cost is idle time put down to late
// launches and launch latency.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::int64_t kNearMedianFactor = 2; // kernels up to twice the limit may still be launch-bound

void addRangesOfSteps(Finding& f, const TraceFacts& facts) {
    for (const std::size_t i : facts.counted)
        if (shareOf(f.costPerWindowNs[i], facts.windows[i].at.length()) >= facts.limits[Limit::MinCostShare])
            addRange(f, facts.windows[i].at);
}

void addSlices(Finding& f, const TraceFacts& facts, const DeviceFacts& device) {
    for (const IdleGap& gap : device.idle.gaps) {
        if (gap.mainPart != IdlePart::LateLaunch || !facts.isCounted(gap.at)) continue;
        addSlice(f, gap.launch);
        if (f.slices.size() == kMaxSlices) return;
    }
}

struct Gaps {            // that late launches or latency own
    std::int64_t ns = 0; // of launch gaps
    std::uint64_t count = 0;
    std::int64_t allNs = 0;
    std::uint64_t all = 0;
    std::int64_t meanNs() const { return all == 0 ? 0 : allNs / static_cast<std::int64_t>(all); }
};

Gaps launchGaps(const TraceFacts& facts, const DeviceFacts& device) {
    Gaps out;
    for (const IdleGap& gap : device.idle.gaps) {
        if (gap.mainPart != IdlePart::LateLaunch && gap.mainPart != IdlePart::LaunchLatency) continue;
        if (!facts.isCounted(gap.at)) continue;
        out.allNs += gap.at.length();
        ++out.all;
        if (gap.at.length() >= facts.gaps.launchBelowNs) continue;
        out.ns += gap.at.length();
        ++out.count;
    }
    return out;
}

} // namespace

std::optional<Finding> judgeLaunchBound(const TraceFacts& facts, const DeviceFacts& device) {
    Finding f;
    f.aboutIdle = true;
    f.part = IdlePart::LateLaunch;
    f.costPerWindowNs = gapCosts(device, {IdlePart::LateLaunch, IdlePart::LaunchLatency});
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    const std::int64_t limit = facts.limits.ns(Limit::LaunchMaxMedianKernel);
    if (device.kernels == 0 || device.medianKernelNs >= limit * kNearMedianFactor) return std::nullopt;

    std::int64_t idle = 0;
    for (const std::size_t i : facts.counted) idle += device.numbers[i].idleNs;
    const Gaps gaps = launchGaps(facts, device);
    const std::int64_t cost = facts.sum(f.costPerWindowNs);
    const bool isShort = device.medianKernelNs < limit;
    const bool most = shareOf(cost, idle) >= facts.limits[Limit::LaunchMinCostOfIdle];
    const bool manyGaps = shareOf(gaps.ns, cost) >= facts.limits[Limit::LaunchMinCostOfIdle];
    const bool drained = device.linked > 0 && device.medianQueueNs <= facts.limits.ns(Limit::LaunchMaxQueueDelay);
    // A few long pauses are something else that the host does.
    const bool evenly = gaps.meanNs() <= facts.limits.ns(Limit::LaunchMaxMeanGap);
    // Long host pauses between kernels are not the cost of launching, and long kernels hide it.
    if (!isShort && !(manyGaps && most)) return std::nullopt;
    f.confidence = isShort && most && manyGaps && drained ? Confidence::Confirmed
                   : isShort && drained && evenly         ? Confidence::Likely
                                                          : Confidence::Possible;
    f.evidence = {
        tested("median_kernel", "median kernel", device.medianKernelNs, Unit::Nanoseconds, confirmsIf(isShort)),
        measured("kernels", "kernels", static_cast<std::int64_t>(device.kernels), Unit::Count),
        tested("cost_of_idle", "late launches, of all idle time", shareOf(cost, idle), Unit::Ratio, confirmsIf(most)),
        tested("launch_gaps_of_cost", "of it in launch gaps", std::min(1.0, shareOf(gaps.ns, cost)), Unit::Ratio,
               confirmsIf(manyGaps)),
        tested("mean_gap", "mean gap before a late launch", gaps.meanNs(), Unit::Nanoseconds, confirmsIf(evenly)),
        measured("launch_gaps", "launch gaps", static_cast<std::int64_t>(gaps.count), Unit::Count)};
    if (device.linked > 0)
        f.evidence.push_back(tested("queue_delay", "median time from call to kernel", device.medianQueueNs,
                                    Unit::Nanoseconds, confirmsIf(drained)));
    if (facts.store->info().withStack.value_or(false))
        lower(f, Confidence::Likely, "recorded with python stacks, which make launching slower");
    lowerForWindows(f, facts);
    addRangesOfSteps(f, facts);
    addSlices(f, facts, device);
    return f;
}

} // namespace lanescope
