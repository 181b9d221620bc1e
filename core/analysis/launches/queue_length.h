// How much work waits for each stream (METRICS 5): +1 at the start of the launch call, -1 at the start of the work
// (pending) or at its end (outstanding). Work without a launch is left out and counted. At one time what comes counts
// before what goes, and work that seems to start before its call (a clock fault) leaves at the call's start: the length
// is never below 0. Times are ns of the file clock. Any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/launches/launch_index.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope {

enum class QueueKind : std::uint8_t { Pending, Outstanding };

struct QueuePoint {
    std::int64_t ns = 0;
    std::int64_t length = 0; // from here on
    friend bool operator==(const QueuePoint&, const QueuePoint&) = default;
};

struct StreamQueue {
    std::optional<std::int64_t> stream;
    std::vector<QueuePoint> points; // one per change, in order of time; several at one time are kept
    std::uint64_t withoutLaunch = 0;
};

// Every stream of the device that has work, by number. Stopped: incomplete; the caller asks.
std::vector<StreamQueue> queueLengths(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                                      QueueKind kind, const std::stop_token& stop = {});

inline constexpr std::int64_t kFullQueue = 1024;

struct QueueFigures {
    double mean = 0; // weighted by time, from the first change to the last
    std::int64_t max = 0;
    std::int64_t fullNs = 0; // at kFullQueue or more
    std::int64_t spanNs = 0;
};
QueueFigures figuresOf(const StreamQueue& queue);

} // namespace lanescope
