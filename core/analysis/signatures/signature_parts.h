// What the signatures share. Any thread.
#pragma once

#include "core/analysis/findings/facts.h"

#include <array>
#include <string>

namespace lanescope {

Evidence measured(std::string id, std::string title, Cell value, Unit unit);
// `holds` decides between EvidenceRole::Confirms and Against.
Evidence tested(std::string id, std::string title, Cell value, Unit unit, EvidenceRole role);
constexpr EvidenceRole confirmsIf(bool holds) { return holds ? EvidenceRole::Confirms : EvidenceRole::Against; }
double shareOf(std::int64_t part, std::int64_t whole); // 0 without a whole

// Cost per window: the whole gaps put down to one of the parts.
std::vector<std::int64_t> gapCosts(const DeviceFacts& device, std::initializer_list<IdlePart> parts);
// Whether the cost reaches Limit::MinCostShare of the windows that count.
bool costsEnough(const TraceFacts& facts, const std::vector<std::int64_t>& perWindow);
// Windows whose own cost reaches that share.
std::size_t stepsWithCost(const TraceFacts& facts, const std::vector<std::int64_t>& perWindow);

void addRange(Finding& finding, Interval at); // in order; counts beyond the limit
void addSlice(Finding& finding, MaybeSlice slice);
// Gaps of the part in windows that count, each a range with its cause as a slice to select; and what caused most.
struct GapTotals {
    std::uint64_t count = 0;
    std::int64_t ns = 0;
    std::optional<SliceId> mainCause; // longest gap of the commonest (by time) cause
    std::int64_t mainCauseNs = 0;
    std::uint64_t atBoundary = 0; // gaps that hold the start of a step, or begin soon after it
    // The same, or what the host did in them does and ends with them: the GPU may lag, so that its hole comes later in
    // the step.
    std::uint64_t hostAtBoundary = 0;
};
GapTotals takeGaps(Finding& finding, const TraceFacts& facts, const DeviceFacts& device, IdlePart part);
// Evidence of the commonest cause: its name, the operator and the python frame above.
void addCause(Finding& finding, const TraceFacts& facts, const GapTotals& totals);

void lower(Finding& finding, Confidence atMost, std::string reason);
// No steps, only warm-up: what every repeated finding has in common.
void lowerForWindows(Finding& finding, const TraceFacts& facts);

} // namespace lanescope
