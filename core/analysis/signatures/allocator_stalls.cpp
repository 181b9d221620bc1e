// h. Device memory is allocated and freed in steady steps, and the GPU runs dry meanwhile.
#include "core/analysis/host_activity.h"
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>

namespace lanescope {

namespace {

struct AllocCalls {
    std::uint64_t count = 0;
    double spread = 0; // share of the parts that have one
};

// The steps that count; without step markers ten equal parts of the window.
std::vector<Interval> partsOf(const TraceFacts& facts) {
    constexpr std::int64_t kParts = 10;
    std::vector<Interval> out;
    for (const std::size_t i : facts.counted) out.push_back(facts.windows[i].at);
    if (facts.hasSteps || out.size() != 1) return out;
    const Interval whole = out.front();
    out.clear();
    for (std::int64_t i = 0; i < kParts; ++i)
        out.push_back({whole.begin + whole.length() / kParts * i, whole.begin + whole.length() / kParts * (i + 1)});
    return out;
}

AllocCalls callsOf(const TraceFacts& facts) {
    AllocCalls out;
    HostActivities activities(*facts.store);
    const std::vector<Interval> parts = partsOf(facts);
    std::vector<bool> seen(parts.size(), false);
    for (const Track& track : facts.store->tracks()) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (activities.of(SliceId{row}) != HostActivity::Allocation) continue;
            const std::int64_t start = count(facts.store->start(SliceId{row}));
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if (start < parts[i].begin || start >= parts[i].end) continue;
                ++out.count;
                seen[i] = true;
            }
        }
    }
    const auto with = std::count(seen.begin(), seen.end(), true);
    out.spread = shareOf(with, static_cast<std::int64_t>(seen.size()));
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
    const bool steady = calls.spread >= facts.limits[Limit::MinStepsShare];
    f.confidence = steady ? Confidence::Confirmed : Confidence::Possible;
    f.evidence = {tested("steps_share",
                         facts.hasSteps ? "steps with allocation calls" : "tenths of the time with allocation calls",
                         calls.spread, Unit::Ratio, confirmsIf(steady)),
                  measured("calls", "allocation calls", static_cast<std::int64_t>(calls.count), Unit::Count),
                  measured("gaps", "gaps in or right after them", static_cast<std::int64_t>(gaps.count), Unit::Count)};
    addCause(f, facts, gaps);
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
