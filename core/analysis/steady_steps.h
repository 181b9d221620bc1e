// Which steps count wherever a mean over steps is shown: one rule for the guide, the findings and every table, so that
// no two figures of one trace are means of different steps (METRICS 2). Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstddef>
#include <vector>

namespace lanescope {

// Indices into store.steps(), by start. Steps of several processes of one file overlap: the first of each overlap
// stays, as time would count twice; steps of no length are left out.
std::vector<std::size_t> stepsApart(const TraceStore& store);

// Of those apart the ones that are neither warm-up nor cut off by the end of the recording. Where that leaves nothing:
// all that are not cut off, and where that leaves nothing either, all.
std::vector<std::size_t> steadySteps(const TraceStore& store);

// Their number and their mean wall time, ns; zeros where the trace has no steps.
struct SteadyMean {
    std::size_t steps = 0;
    std::int64_t wallNs = 0;
    double meanNs() const { return steps > 0 ? static_cast<double>(wallNs) / static_cast<double>(steps) : 0; }
};
SteadyMean steadyMean(const TraceStore& store);

} // namespace lanescope
