// g. The host waits for the GPU, then the GPU waits for the host.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

namespace lanescope {

std::optional<Finding> judgeSyncStalls(const TraceFacts& facts, const DeviceFacts& device) {
    Finding f;
    f.aboutIdle = true;
    f.part = IdlePart::Synchronisation;
    f.costPerWindowNs = gapCosts(device, {IdlePart::Synchronisation});
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    const GapTotals gaps = takeGaps(f, facts, device, IdlePart::Synchronisation);
    const double inSteps = shareOf(static_cast<std::int64_t>(stepsWithCost(facts, f.costPerWindowNs)),
                                   static_cast<std::int64_t>(facts.counted.size()));
    const double perStep =
        static_cast<double>(gaps.count) / static_cast<double>(std::max<std::size_t>(1, facts.counted.size()));
    const bool repeats = inSteps >= facts.limits[Limit::MinStepsShare] && (facts.counted.size() > 1 || perStep >= 2);
    const bool oneCall = gaps.mainCauseNs * 2 >= gaps.ns;
    f.confidence = repeats && oneCall ? Confidence::Confirmed : repeats ? Confidence::Likely : Confidence::Possible;
    f.evidence = {tested("steps_share", "steps with such stalls", inSteps, Unit::Ratio, confirmsIf(repeats)),
                  measured("per_step", "waits followed by a gap, per step", perStep, Unit::Count),
                  tested("main_cause_share", "of the idle time under one call", shareOf(gaps.mainCauseNs, gaps.ns),
                         Unit::Ratio, confirmsIf(oneCall)),
                  measured("at_boundary", "of them around the start of a step",
                           static_cast<std::int64_t>(gaps.atBoundary), Unit::Count)};
    addCause(f, facts, gaps);
    if (gaps.atBoundary == gaps.count)
        lower(f, Confidence::Likely, "all of them lie between steps: one wait per step, for example of the optimizer");
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
