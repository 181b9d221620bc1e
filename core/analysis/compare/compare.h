// Two traces side by side, before and after: the four numbers, kernels, operators and user ranges matched by name (and
// shapes where asked), with what each difference means in time. Any thread.
#pragma once

#include "core/analysis/analysis.h"

#include <vector>

namespace lanescope {

struct CompareSide {
    const TraceStore& store;
    AnalysisInput input; // a step or range of each; `operators` and `stackDepth` group operators
    std::string name;    // as the tables call it
};

enum class PerWhat : std::uint8_t {
    Trace,
    Step
}; // Step: what lies from the first to the last step that counts (steady_steps.h), divided by their number

struct Compared {
    std::vector<Table> tables;
    std::vector<std::vector<std::vector<SliceId>>> beforeSlices; // by table and row: those of the first side
};

// Tables compare_numbers, compare_kernels, compare_operators, compare_ranges; largest effect first. A row's slices are
// those of the second side, none where it is not there. Error: Cancelled.
Result<Compared> compareSides(const CompareSide& before, const CompareSide& after, PerWhat per, RunContext& context);
// The tables alone; a row that only the first side has names its slices.
Result<std::vector<Table>> compareTraces(const CompareSide& before, const CompareSide& after, PerWhat per,
                                         RunContext& context);

} // namespace lanescope
