// The rows of PyTorch's key_averages(), from a trace: calls of the host and work of the GPU, grouped by name (and by
// input shapes, and by stack). Rules: docs/user/analyses.md. Any thread.
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/operators/op_tree.h"

#include <string>
#include <vector>

namespace lanescope {

struct OpAverage {
    std::string name; // ProfilerStep#12 is ProfilerStep*
    bool onDevice = false;
    bool userAnnotation = false;
    std::string shapes; // as recorded, when grouped by shape
    std::string stack;  // frames, innermost first, when grouped by stack
    std::uint64_t count = 0;
    std::int64_t cpuNs = 0, selfCpuNs = 0;
    std::int64_t deviceNs = 0, selfDeviceNs = 0;
    std::int64_t cpuBytes = 0, selfCpuBytes = 0, deviceBytes = 0, selfDeviceBytes = 0;
    std::vector<SliceId> slices; // at most kMaxRowSlices
    static constexpr std::size_t kMaxRowSlices = 10'000;
};

struct OpAverages {
    // In order of first appearance: operators and annotations, runtime calls, GPU work, GPU annotations.
    std::vector<OpAverage> rows;
    std::int64_t selfCpuNs = 0;    // of all rows
    std::int64_t selfDeviceNs = 0; // of GPU work; annotations on the GPU are not in it
    bool hasMemory = false;
};

// Cancelled runs return what they have; the caller asks its context.
OpAverages opAverages(const TraceStore& store, const AnalysisInput& input, RunContext& context);

} // namespace lanescope
