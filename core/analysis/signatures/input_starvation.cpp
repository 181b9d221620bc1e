// c. The host loads data while the GPU has nothing to do, at the start of steps.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

namespace lanescope {

namespace {

// Copies from pageable memory in the windows that count.
std::uint64_t pageableCopies(const TraceFacts& facts, const DeviceFacts& device) {
    std::uint64_t n = 0;
    for (const SliceId s : device.work->work) {
        if (facts.store->role(s) != Role::Memcpy) continue;
        const std::string_view name = facts.store->name(s);
        if (name.find("HtoD") == std::string_view::npos || name.find("Pageable") == std::string_view::npos) continue;
        n += facts.isCounted({count(facts.store->start(s)), count(facts.store->end(s))}) ? 1 : 0;
    }
    return n;
}

} // namespace

std::optional<Finding> judgeInputStarvation(const TraceFacts& facts, const DeviceFacts& device) {
    Finding f;
    f.aboutIdle = true;
    f.part = IdlePart::DataLoading;
    f.costPerWindowNs = gapCosts(device, {IdlePart::DataLoading});
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    const GapTotals gaps = takeGaps(f, facts, device, IdlePart::DataLoading);
    const double inSteps = shareOf(static_cast<std::int64_t>(stepsWithCost(facts, f.costPerWindowNs)),
                                   static_cast<std::int64_t>(facts.counted.size()));
    const bool most = inSteps >= facts.limits[Limit::MinStepsShare];
    const bool boundary = gaps.hostAtBoundary * 2 >= gaps.count;
    // Without step markers there is no boundary to touch.
    f.confidence = most && boundary          ? Confidence::Confirmed
                   : most && !facts.hasSteps ? Confidence::Likely
                                             : Confidence::Possible;
    f.evidence = {tested("steps_share", "steps with such a hole", inSteps, Unit::Ratio, confirmsIf(most)),
                  tested("at_boundary", "holes that touch the start of a step, or whose loading does",
                         shareOf(static_cast<std::int64_t>(gaps.hostAtBoundary), static_cast<std::int64_t>(gaps.count)),
                         Unit::Ratio, confirmsIf(boundary)),
                  measured("holes", "holes", static_cast<std::int64_t>(gaps.count), Unit::Count)};
    addCause(f, facts, gaps);
    if (const std::uint64_t copies = pageableCopies(facts, device))
        f.evidence.push_back(
            measured("pageable_copies", "copies from pageable memory", static_cast<std::int64_t>(copies), Unit::Count));
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
