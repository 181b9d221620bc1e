// Several ranks of one job: collectives matched by group and sequence number (else by order within the group), waits,
// and the straggler by the rule of METRICS 7 (docs/user/findings.md). All ranks leave an all-reduce, all-gather,
// reduce-scatter, all-to-all or barrier together, so a rank waited for as long as its kernel took longer than the
// shortest of the matched ones: no clocks are compared, offsets and drift do not matter. Any thread.
#pragma once

#include "core/analysis/findings/facts.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

struct RankTrace {
    std::int64_t rank = 0;
    TraceFacts* facts = nullptr;
};

// Sets the waits of matched pieces, the unions made of them, and TraceFacts::ranks, in each of the ranks.
void matchRanks(std::span<RankTrace> ranks, std::int64_t worldSize);

} // namespace lanescope
