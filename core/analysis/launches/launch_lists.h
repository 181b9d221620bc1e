// Launches that stand out, and graph launches one by one. Stopped: incomplete; the caller asks. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"
#include "core/analysis/launches/launch_index.h"

#include <stop_token>

namespace lanescope {

// The cut-offs of Holistic Trace Analysis: a call longer than 50 us, a launch delay longer than 100 us.
inline constexpr std::int64_t kLongCallNs = 50'000;
inline constexpr std::int64_t kLongDelayNs = 100'000;

// Counts per device: long calls, long delays, short kernels (less GPU time than their call of at most 50 us took).
Table launchOutlierCounts(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                          const std::stop_token& stop);
// The longest launch calls and delays.
Table launchOutliers(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                     std::size_t maxRows, const std::stop_token& stop);
// Kernels that took less time than their launch call, by name.
Table shortKernels(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                   const std::stop_token& stop);
// Calls that own more than one piece of work on a device (graphs): one row per graph, and how each launch ran. None
// when there are none.
std::vector<Table> graphLaunches(const TraceStore& store, std::span<const WindowedDevice> devices,
                                 const LaunchIndex& launches, std::size_t maxRows, const std::stop_token& stop);

} // namespace lanescope
