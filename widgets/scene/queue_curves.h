// The launch queue of each device's busiest stream as a counter: how much work is launched and not yet started. Made on
// a worker thread, for RowTreeOptions::counters. Any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/query/counters.h"

#include <memory>
#include <vector>

namespace lanescope::scene {

// At most this many samples per curve; of more, each stretch keeps its largest value, so that no peak is lost.
inline constexpr std::size_t kMostSamples = 1u << 17;

// The counters of the store, and the queues.
std::shared_ptr<const CounterSet> countersWithQueues(const TraceStore& store, const std::vector<DeviceWork>& devices);

} // namespace lanescope::scene
