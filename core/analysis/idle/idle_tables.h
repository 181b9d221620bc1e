// The tables of idle time (docs/user/idle.md). Any thread.
#pragma once

#include "core/analysis/analysis_common.h"
#include "core/analysis/idle/gap_owners.h"

namespace lanescope {

struct DeviceIdleView {
    WindowedDevice device;
    DeviceIdle idle;
};

Table idleByOwner(const TraceStore& store, std::span<const DeviceIdleView> devices);
Table idleByPart(const TraceStore& store, std::span<const DeviceIdleView> devices);
// What the host was doing or what was waited for, by name, with the operator and the python frame above it.
Table idleByCause(const TraceStore& store, std::span<const DeviceIdleView> devices, RunContext& context);
// The longest gaps, at most maxRows; rowSlices: the cause, the call and the work that ended it.
Table longestGaps(const TraceStore& store, std::span<const DeviceIdleView> devices, std::size_t maxRows);
Table gapHistogram(const TraceStore& store, std::span<const DeviceIdleView> devices);
Table idleBySteps(const TraceStore& store, std::span<const DeviceIdleView> devices);

} // namespace lanescope
