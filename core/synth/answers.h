// The answers beside a trace, as JSON text: what the generator's model says is right. docs/user/synth.md lists the
// keys.
#pragma once

#include "core/synth/job.h"
#include "core/synth/plan.h"

#include <string>

namespace lanescope::synth {

std::string answersText(const Plan& plan, const std::vector<RankOutput>& ranks, std::size_t rank, unsigned steps);

} // namespace lanescope::synth
