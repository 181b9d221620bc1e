// Kernels of the devices grouped by something: true statistics of the durations inside the window. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"
#include "core/analysis/launches/launch_index.h"

namespace lanescope {

enum class KernelGrouping : std::uint8_t { Name, Operator, Kind };

// One row per device and group, most time first. Only kernels: copies and sets have a table of their own. Durations are
// clipped to the window; kernels of no length count. Shares are of the sum of kernel time of the device, which may be
// more than its busy time. Stopped: a part of the table; the caller asks the context.
Table kernelTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                  KernelGrouping grouping, RunContext& context);

// Time of each kernel name in each step, by launch: mean, min, max and spread over the steps. Warm-up left out.
Table kernelsPerStep(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                     RunContext& context);

} // namespace lanescope
