// Delays between launch calls and their work, and what they say about the clocks (METRICS 5). Any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/launches/launch_index.h"
#include "core/analysis/statistics.h"

#include <optional>
#include <vector>

namespace lanescope {

struct LaunchDelay {
    SliceId work;
    SliceId call;
    std::int64_t launchNs = 0; // start of the work - end of the call; negative: it began before the call returned
    std::int64_t queueNs = 0;  // start of the work - start of the call; negative: a clock fault
};
// None when no launch is known.
std::optional<LaunchDelay> launchDelay(const TraceStore& store, SliceId work);

struct LaunchFigures {
    Statistics launchDelay, queueDelay;
    Statistics callDuration;     // of each call once
    std::uint64_t work = 0;      // linked
    std::uint64_t calls = 0;     // that own work of the device
    std::uint64_t unlinked = 0;  // work without a launch
    std::uint64_t shortWork = 0; // takes less time on the GPU than its call on the host
};
// Of the work that starts in [beginNs, endNs). Stopped: incomplete; the caller asks.
LaunchFigures launchFigures(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                            std::int64_t beginNs, std::int64_t endNs, const std::stop_token& stop = {});

// Work that starts before its call starts: cause and effect are turned round, so the clocks of host and GPU disagree.
struct ClockCheck {
    std::vector<SliceId> beforeLaunch; // in order of start, then of the file
    std::int64_t minShiftNs = 0;       // the least shift of the GPU that repairs all
};
ClockCheck clockCheck(const TraceStore& store, const DeviceWork& work, const LaunchIndex& launches);

} // namespace lanescope
