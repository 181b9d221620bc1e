// Findings over the ranks of one job: the ranks are laid on one clock (rank_set.h), and what that tells of waits and of
// the straggler is handed to the findings. Any thread; obeys the stop token.
#pragma once

#include "core/analysis/findings/find_findings.h"
#include "core/analysis/findings/rank_waits.h"
#include "core/session/ranks/rank_set.h"

#include <span>
#include <vector>

namespace lanescope {

// `recordOfRank[i]` is the index in the set of the i-th input.
RankEvidence rankEvidence(const RankSet& set, std::span<const std::size_t> recordOfRank);

// One result per input, in their order; at least two inputs of distinct ranks. Errors: Cancelled.
Result<std::vector<FindingsResult>> findJobFindings(std::span<const RankInput> ranks, const FindingOptions& options,
                                                    RunContext& context);

} // namespace lanescope
