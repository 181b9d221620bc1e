// The answers beside a trace, as JSON text: what the generator's model says is right. docs/user/synth.md lists the
// keys.
#pragma once

#include "core/synth/job.h"
#include "core/synth/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::synth {

// Waits, over the collectives of at least two written ranks, as the definition of the straggler wants them.
struct WaitTotals {
    std::int64_t wait = 0;
    std::uint64_t count = 0, last = 0;
};

// What all ranks' answers share; worked out once.
struct JobFacts {
    unsigned steps = 0;
    std::size_t reference = 0; // the lowest written rank
    std::vector<WaitTotals> waits;
    std::vector<std::int64_t> medianEndDifference;
    std::optional<unsigned> stragglerByRule;
};
JobFacts jobFacts(const Plan& plan, const std::vector<RankOutput>& ranks, unsigned steps);

std::string answersText(const Plan& plan, const JobFacts& facts, const RankOutput& rank);

} // namespace lanescope::synth
