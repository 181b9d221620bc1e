// Which kernels the time of an operator goes to. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"

namespace lanescope {

inline constexpr std::size_t kKernelsPerOperator = 5;

// Per operator the kernels, copies and sets with most time among what it launched itself (not what operators inside it
// launched), kKernelsPerOperator at most; operators by the time of all of theirs. Calls that start inside the range.
Table operatorKernels(const TraceStore& store, const AnalysisInput& input, RunContext& context);

} // namespace lanescope
