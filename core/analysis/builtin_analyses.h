// The entry functions of the list in builtin_analyses.cpp. What each returns is said in docs/user/analyses.md; any
// thread.
#pragma once

#include "core/analysis/analysis.h"

namespace lanescope {

Result<AnalysisResult> analyseFourNumbers(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseIdle(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseKernels(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseOperators(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseCopies(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseSyncs(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseLaunches(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseCollectives(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseCallTree(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseUserRanges(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseSequences(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseFlops(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseCriticalPath(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseProfilerRanges(const TraceStore& store, const AnalysisInput& input, RunContext& context);
Result<AnalysisResult> analyseInference(const TraceStore& store, const AnalysisInput& input, RunContext& context);

} // namespace lanescope
