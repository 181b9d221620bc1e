// The GPU work of a trace per device, and its unions: built once, then every window is a matter of microseconds.
// Source of the definitions: METRICS 1 to 3 (docs/user/metrics.md). Immutable after construction; any thread.
#pragma once

#include "core/analysis/intervals.h"
#include "core/store/trace_store.h"

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// A device of one rank. `process` is set only where one file holds the same device number for several processes.
struct DeviceKey {
    std::optional<std::int64_t> device;
    std::string process;
    friend auto operator<=>(const DeviceKey&, const DeviceKey&) = default;
    std::string text() const; // "0", or "process/0"; "unknown" when the file names no device
};

// Rows [first, first + count) of one lane that are all GPU work of the device: sorted, never overlapping.
struct WorkRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct DeviceWork {
    DeviceKey key;
    std::vector<WorkRun> runs;             // by row
    std::vector<SliceId> work;             // all plausible GPU work of the device, by start then file order
    IntervalList busy, compute, comm, mem; // unions
    IntervalList overlap;                  // comm and compute at once
    IntervalList exposedComm;              // comm minus compute
    IntervalList exposedMem;               // mem minus (compute or comm)
    std::uint64_t zeroLength = 0;
    Interval extent;        // first start to last end of all of it, work of no length among it (METRICS 2)
    std::int64_t sumNs = 0; // plain sum of durations: never to be shown as time
};

// All devices of the trace, by key. allDevices(): every device's work as one (the reference figures' view).
std::vector<DeviceWork> collectDeviceWork(const TraceStore& store);
DeviceWork allDevices(const TraceStore& store);
// Work chosen by the caller (a step by launch, a selection). Rows that are no GPU work are left out.
DeviceWork workOf(const TraceStore& store, std::vector<SliceId> slices);

// Everything above at once, to be kept beside the store by whoever asks more than once. With a single device the two
// views are the same object.
struct TraceWork {
    std::vector<std::shared_ptr<const DeviceWork>> devices; // by key
    std::shared_ptr<const DeviceWork> all;
};
TraceWork collectTraceWork(const TraceStore& store);

} // namespace lanescope
