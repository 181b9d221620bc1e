// Holistic Trace Analysis' idle time breakdown per stream, by its own rules, for comparison (docs/user/idle.md): the
// gap before a piece of work is its start minus the end of the piece that started before it on the stream (it may be
// negative). host_wait: the launch call started after that end; kernel_wait: else, shorter than the limit (30 us);
// other: the rest. The first piece of a stream has no gap. Any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/launches/launch_index.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope {

inline constexpr std::int64_t kConsecutiveKernelDelayNs = 30'000;

struct StreamIdle {
    std::optional<std::int64_t> stream;
    std::int64_t hostWaitNs = 0, kernelWaitNs = 0, otherNs = 0;
    std::uint64_t hostWaitCount = 0, kernelWaitCount = 0, otherCount = 0; // other counts the first piece too
};

// By stream number. Stopped: incomplete; the caller asks.
std::vector<StreamIdle> streamIdle(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                                   const std::stop_token& stop = {});

} // namespace lanescope
