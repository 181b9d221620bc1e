// The engine: facts of a trace (or of several ranks), then every signature of the list, then the notes on the capture.
// Costs are never counted twice: each gap has one owner, exposed communication is split into waiting and transfer, and
// only the memory-bound finding is about compute. Any thread; obeys the stop token (then the result is Cancelled).
#pragma once

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/finding.h"

#include <memory>
#include <span>
#include <vector>

namespace lanescope {

Result<FindingsResult> findFindings(const TraceStore& store, const FindingOptions& options, RunContext& context,
                                    std::shared_ptr<const TraceWork> work = {});

struct RankEvidence; // rank_waits.h
struct RankInput {
    std::int64_t rank = 0; // distinct
    const TraceStore* store = nullptr;
    std::shared_ptr<const TraceWork> work; // made when missing
};
// Ranks of one job: waits are known, so that a straggler can be named. One result per input, in their order. With
// `evidence` (core/session/ranks/rank_findings.h makes it) waits are those on the common clock.
Result<std::vector<FindingsResult>> findFindings(std::span<const RankInput> ranks, const FindingOptions& options,
                                                 RunContext& context, const RankEvidence* evidence = nullptr);

} // namespace lanescope
