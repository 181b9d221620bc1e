// Parts of the answers that need more than copying figures.
#pragma once

#include "core/synth/answers.h"
#include "core/synth/json_text.h"
#include "core/synth/plan.h"

namespace lanescope::synth {

// "findings": what each pathology asked for costs in this rank, where, and whether it is big enough to be named.
// "expected": the ids to be named; "healthy" when there is none.
void findingsAnswer(JsonText& j, const Plan& plan, const JobFacts& facts, const Ledger& ledger);
// "ranks": clocks, waiting and the straggler of the whole job. "collectives": those of this rank.
void ranksAnswer(JsonText& j, const Plan& plan, const JobFacts& facts);
void collectivesAnswer(JsonText& j, const Ledger& ledger);
// "phases": prefill and decode iterations.
void phasesAnswer(JsonText& j, const Ledger& ledger);

} // namespace lanescope::synth
