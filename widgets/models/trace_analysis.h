// What the window works out once per trace, off the GUI thread, and shows everywhere: work and unions per device, the
// four numbers per step. Immutable when done; any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/four_numbers.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "widgets/models/kernel_groups.h"
#include "widgets/models/step_bars.h"

#include <memory>
#include <vector>

namespace lanescope::models {

struct TraceAnalysis {
    std::shared_ptr<const TraceStore> store;
    std::vector<DeviceWork> devices;
    TraceReport report;         // its devices in the same order
    std::size_t mainDevice = 0; // the one with most work: shown first in strips and guide
    StepStripData steps;        // of the main device
    GapThresholds thresholds;
    std::shared_ptr<KernelGroups> kernelGroups; // of the store; never null
    bool partial = false;                       // figures are "so far"

    bool hasWork() const { return !devices.empty(); }
    const DeviceWork* mainWork() const { return hasWork() ? &devices[mainDevice] : nullptr; }
    const DeviceReport* device() const {
        return mainDevice < report.devices.size() ? &report.devices[mainDevice] : nullptr;
    }
};

Result<std::shared_ptr<const TraceAnalysis>> analyseTrace(std::shared_ptr<const TraceStore> store,
                                                          const GapThresholds& thresholds, RunContext& context);

} // namespace lanescope::models
