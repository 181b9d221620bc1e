#include "core/analysis/signatures/signature_parts.h"

#include "core/analysis/analysis_common.h"

#include <algorithm>
#include <map>

namespace lanescope {

Evidence measured(std::string id, std::string title, Cell value, Unit unit) {
    return {std::move(id), std::move(title), std::move(value), unit, EvidenceRole::Measures, {}};
}

Evidence tested(std::string id, std::string title, Cell value, Unit unit, EvidenceRole role) {
    return {std::move(id), std::move(title), std::move(value), unit, role, {}};
}

double shareOf(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::vector<std::int64_t> gapCosts(const DeviceFacts& device, std::initializer_list<IdlePart> parts) {
    std::vector<std::int64_t> out;
    for (const IdleSums& sums : device.idleSums) {
        std::int64_t ns = 0;
        for (const IdlePart part : parts) ns += sums.main(part);
        out.push_back(ns);
    }
    return out;
}

bool costsEnough(const TraceFacts& facts, const std::vector<std::int64_t>& perWindow) {
    const std::int64_t cost = facts.sum(perWindow);
    return cost > 0 && shareOf(cost, facts.countedNs) >= facts.limits[Limit::MinCostShare];
}

std::size_t stepsWithCost(const TraceFacts& facts, const std::vector<std::int64_t>& perWindow) {
    std::size_t n = 0;
    for (const std::size_t i : facts.counted)
        if (shareOf(perWindow[i], facts.windows[i].at.length()) >= facts.limits[Limit::MinCostShare]) ++n;
    return n;
}

void addRange(Finding& finding, Interval at) {
    if (at.length() <= 0) return;
    ++finding.rangeCount;
    if (finding.ranges.size() < kMaxRanges) finding.ranges.push_back(at);
}

void addSlice(Finding& finding, MaybeSlice slice) {
    if (slice && finding.slices.size() < kMaxSlices) finding.slices.push_back(*slice.get());
}

namespace {

// Holds the start of a step, or begins within the first part of one.
bool touchesStart(const TraceFacts& facts, Interval gap) {
    if (!facts.hasSteps) return false;
    auto it = std::partition_point(facts.windows.begin(), facts.windows.end(),
                                   [gap](const FindingWindow& w) { return w.at.begin < gap.begin; });
    if (it != facts.windows.end() && it->at.begin <= gap.end) return true;
    if (it == facts.windows.begin()) return false;
    --it;
    const auto within =
        static_cast<std::int64_t>(facts.limits[Limit::InputMaxFromStart] * static_cast<double>(it->at.length()));
    return gap.begin - it->at.begin <= within;
}

// A frame that goes on after the gap wraps the program rather than being what the gap is about.
bool causeTouchesStart(const TraceFacts& facts, SliceId cause, Interval gap) {
    const Interval at{count(facts.store->start(cause)), count(facts.store->end(cause))};
    return at.end <= gap.end && touchesStart(facts, at);
}

} // namespace

GapTotals takeGaps(Finding& finding, const TraceFacts& facts, const DeviceFacts& device, IdlePart part) {
    struct Cause {
        std::int64_t ns = 0, longest = -1;
        SliceId example;
    };
    std::map<StringId, Cause> causes;
    GapTotals out;
    for (const IdleGap& gap : device.idle.gaps) {
        if (gap.mainPart != part || !facts.isCounted(gap.at)) continue;
        ++out.count;
        out.ns += gap.at.length();
        addRange(finding, gap.at);
        addSlice(finding, gap.cause ? gap.cause : gap.launch);
        const auto by = gap.cause.get();
        const bool touches = touchesStart(facts, gap.at);
        out.atBoundary += touches ? 1 : 0;
        out.hostAtBoundary += touches || (by && causeTouchesStart(facts, *by, gap.at)) ? 1 : 0;
        if (!by) continue;
        Cause& cause = causes[facts.store->nameId(*by)];
        cause.ns += gap.at.length();
        if (gap.at.length() <= cause.longest) continue;
        cause.longest = gap.at.length();
        cause.example = *by;
    }
    for (const auto& [name, cause] : causes) {
        if (cause.ns <= out.mainCauseNs) continue;
        out.mainCauseNs = cause.ns;
        out.mainCause = cause.example;
    }
    return out;
}

void addCause(Finding& finding, const TraceFacts& facts, const GapTotals& totals) {
    if (!totals.mainCause) return;
    const TraceStore& store = *facts.store;
    const auto name = [&](const char* id, const char* title, std::optional<SliceId> slice) {
        if (!slice) return;
        Evidence e = measured(id, title, std::string(store.name(*slice)), Unit::Text);
        e.slices = {*slice};
        finding.evidence.push_back(std::move(e));
    };
    name("cause", "mostly in", totals.mainCause);
    name("operator", "called by", operatorAbove(store, *totals.mainCause));
    name("frame", "python frame", frameAbove(store, *totals.mainCause));
}

void lower(Finding& finding, Confidence atMost, std::string reason) {
    finding.lowered.push_back(std::move(reason));
    finding.confidence = std::min(finding.confidence, atMost);
}

void lowerForWindows(Finding& finding, const TraceFacts& facts) {
    if (!facts.hasSteps)
        lower(finding, Confidence::Likely,
              "no step markers: whether it repeats, and what is warm-up or lies between steps, is not known");
    else if (facts.onlyWarmup)
        lower(finding, Confidence::Possible, "only warm-up steps were recorded");
    else if (facts.counted.size() < 2)
        lower(finding, Confidence::Likely, "only one step counts: whether it repeats is not known");
}

} // namespace lanescope
