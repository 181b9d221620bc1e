#include "core/analysis/builtin_analyses.h"
#include "core/analysis/kernels/kernel_tables.h"

namespace lanescope {

Result<AnalysisResult> analyseKernels(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const std::vector<WindowedDevice> devices = devicesOf(store, input);
    const LaunchIndex launches(store);
    AnalysisResult out;
    for (const auto grouping : {KernelGrouping::Name, KernelGrouping::ShortName, KernelGrouping::Kind,
                                KernelGrouping::Operator, KernelGrouping::Stream}) {
        if (context.stopRequested()) return stoppedError();
        out.tables.push_back(kernelTable(store, devices, launches, grouping, context));
    }
    if (context.stopRequested()) return stoppedError();
    if (store.steps().size() > 1) out.tables.push_back(kernelsPerStep(store, devices, launches, context));
    out.tables.push_back(kernelOutliers(store, devices, input.maxRows, context));
    if (context.stopRequested()) return stoppedError();
    return out;
}

} // namespace lanescope
