// What the study of a pipelined job says, as JSON and tables, and figures by place in the job. Any thread.
#pragma once

#include "core/align/pipeline_study.h"
#include "core/align/straggler.h"
#include "core/session/ranks/rank_set.h"

#include <optional>
#include <string>

namespace lanescope::ranks {

Json pipelineJson(const RankSet& set, const align::PipelineStudy& study);
Table pipelineTable(const RankSet& set, const align::PipelineStudy& study);

// "12 %"; "all" from 1 on: more comes back where a part at the mean leaves others below it.
std::string recoveredText(double share);

// "stage 3 is slow: a step takes 2.17 s, 1.84 s were all its work even"
std::string pipelineVerdict(const RankSet& set, const align::PipelineStudy& study);

// Computation, waiting and who came last by place: stage 0, 1 ... of the pipeline, and so on for every dimension of the
// layout with more than one place. Empty when there is none.
Table placesTable(const RankSet& set, const align::StragglerReport& report);
Json placesSums(const RankSet& set, const align::StragglerReport& report); // {"pp": {"0": {...}, ...}, ...}

// In a pipeline the first stage comes last without being at fault, and stages have other work: a rank is compared with
// the ranks at its own place in other replicas. The one with the largest excess of computation; none below kPeersEqual.
struct StagePeers {
    std::size_t record = 0;
    std::int64_t ownNs = 0, peersNs = 0; // computation per step: its own, the median of its peers
};
inline constexpr double kPeersEqual = 0.02;
std::optional<StagePeers> slowestAmongPeers(const RankSet& set);

} // namespace lanescope::ranks
