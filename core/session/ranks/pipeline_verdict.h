// The verdict where a pipeline is slow: what its steps, played again, say of the stage or rank at fault, as evidence
// with figures. Any thread.
#pragma once

#include "core/session/ranks/pipeline_answer.h"
#include "core/session/ranks/rank_verdict.h"

namespace lanescope::ranks {

// Takes the place of "no straggler" where the study names a stage or a rank; else its sentence goes to what is said.
void tellPipeline(const RankSet& set, const align::PipelineStudy& study, StragglerVerdict& out);

// To what is said: the sentence of the study, where nothing else gives it, and the rank that computes longer than the
// same stage of other replicas.
void saySlowPeers(const RankSet& set, const std::optional<align::PipelineStudy>& study, StragglerVerdict& out);

} // namespace lanescope::ranks
