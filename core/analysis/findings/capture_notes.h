// Notes on the capture rather than the program: what is missing, what distorts, what the trace is of. Any thread.
#pragma once

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/rank_waits.h"

#include <span>
#include <vector>

namespace lanescope {

std::vector<CaptureNote> captureNotes(const TraceFacts& facts);
// Inference: prefill and decode, graph replay or not, time per decode step. None when it looks like training.
std::optional<CaptureNote> inferenceNote(const TraceFacts& facts);
// Adds a note where the ranks of a job do not run equally many kernels per step.
void noteUnequalWork(std::span<const RankTrace> ranks, std::vector<FindingsResult>& results);

} // namespace lanescope
