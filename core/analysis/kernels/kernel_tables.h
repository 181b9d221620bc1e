// Kernels of the devices grouped by something: true statistics of the durations inside the window. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"
#include "core/analysis/launches/launch_index.h"

namespace lanescope {

enum class KernelGrouping : std::uint8_t { Name, ShortName, Operator, Kind, Stream };

// One row per device and group, most time first. Only kernels: copies and sets have a table of their own. Durations are
// clipped to the window; kernels of no length count. Shares are of the sum of kernel time of the device, which may be
// more than its busy time. Stopped: a part of the table; the caller asks the context.
Table kernelTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                  KernelGrouping grouping, RunContext& context);

// Time of each kernel name in each step, by launch: mean, min, max and spread over the steps. Warm-up left out.
Table kernelsPerStep(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                     RunContext& context);

// Single kernels that took at least kOutlierFactor times the median of their name and kOutlierFromNs more than it, of
// names with kOutlierFromCount kernels and more: the largest excess first, at most maxRows per device.
inline constexpr std::int64_t kOutlierFactor = 2;
inline constexpr std::int64_t kOutlierFromNs = 10'000;
inline constexpr std::size_t kOutlierFromCount = 8;
Table kernelOutliers(const TraceStore& store, std::span<const WindowedDevice> devices, std::size_t maxRows,
                     RunContext& context);

} // namespace lanescope
