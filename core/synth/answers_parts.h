// Parts of the answers that need more than copying figures.
#pragma once

#include "core/synth/job.h"
#include "core/synth/json_text.h"
#include "core/synth/plan.h"

#include <optional>
#include <vector>

namespace lanescope::synth {

// "findings": what each pathology asked for costs in this rank, where, and whether it is big enough to be named.
// "expected": the ids to be named; "healthy" when there is none.
void findingsAnswer(JsonText& j, const Plan& plan, const std::vector<RankOutput>& ranks, std::size_t rank);
// "ranks": clocks, waiting and the straggler of the whole job. "collectives": those of this rank.
void ranksAnswer(JsonText& j, const Plan& plan, const std::vector<RankOutput>& ranks);
void collectivesAnswer(JsonText& j, const Ledger& ledger);
// Waits, over the collectives of at least two written ranks, as the definition of the straggler wants them.
struct WaitTotals {
    std::int64_t wait = 0;
    std::uint64_t count = 0, last = 0;
};
std::vector<WaitTotals> waitTotals(const std::vector<RankOutput>& ranks);
std::optional<unsigned> stragglerByRule(const std::vector<RankOutput>& ranks);
// "phases": prefill and decode iterations.
void phasesAnswer(JsonText& j, const Ledger& ledger);

} // namespace lanescope::synth
