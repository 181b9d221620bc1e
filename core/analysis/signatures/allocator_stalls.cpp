// h. Device memory is allocated and freed in steady steps, and the GPU runs dry meanwhile.
#include "core/analysis/host_activity.h"
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

namespace lanescope {

namespace {

struct AllocCalls {
    std::uint64_t count = 0;
    std::size_t steps = 0; // windows that have one
};

AllocCalls callsOf(const TraceFacts& facts) {
    AllocCalls out;
    HostActivities activities(*facts.store);
    std::vector<bool> seen(facts.windows.size(), false);
    for (const Track& track : facts.store->tracks()) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (activities.of(SliceId{row}) != HostActivity::Allocation) continue;
            const std::int64_t start = count(facts.store->start(SliceId{row}));
            for (const std::size_t i : facts.counted) {
                if (start < facts.windows[i].at.begin || start >= facts.windows[i].at.end) continue;
                ++out.count;
                seen[i] = true;
            }
        }
    }
    for (const bool has : seen) out.steps += has ? 1 : 0;
    return out;
}

} // namespace

std::optional<Finding> judgeAllocatorStalls(const TraceFacts& facts, const DeviceFacts& device) {
    Finding f;
    f.aboutIdle = true;
    f.part = IdlePart::Allocation;
    f.costPerWindowNs = gapCosts(device, {IdlePart::Allocation});
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    const GapTotals gaps = takeGaps(f, facts, device, IdlePart::Allocation);
    const AllocCalls calls = callsOf(facts);
    const double inSteps =
        shareOf(static_cast<std::int64_t>(calls.steps), static_cast<std::int64_t>(facts.counted.size()));
    const bool steady = inSteps >= facts.limits[Limit::MinStepsShare];
    f.confidence = steady ? Confidence::Confirmed : Confidence::Possible;
    f.evidence = {tested("steps_share", "steps with allocation calls", inSteps, Unit::Ratio, confirmsIf(steady)),
                  measured("calls", "allocation calls", static_cast<std::int64_t>(calls.count), Unit::Count),
                  measured("gaps", "gaps in or right after them", static_cast<std::int64_t>(gaps.count), Unit::Count)};
    addCause(f, facts, gaps);
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
