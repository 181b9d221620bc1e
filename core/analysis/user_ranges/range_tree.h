// User ranges as they nest: one row per path of names, in pre-order. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"

namespace lanescope {

// `ranges`: those of the host, parents before what they hold. GPU work counts with the innermost range around its
// launch call; totals hold what is inside.
Table userRangeTree(const TraceStore& store, const AnalysisInput& input, const std::vector<SliceId>& ranges,
                    RunContext& context);

} // namespace lanescope
