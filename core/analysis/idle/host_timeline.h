// What one host thread did over time, as far as idle time of the GPU asks: disjoint stretches of synchronisation,
// allocation and data loading (in this order where they overlap), and where anything was recorded at all.
// Immutable after construction; any thread.
#pragma once

#include "core/analysis/host_activity.h"
#include "core/analysis/intervals.h"

#include <stop_token>
#include <vector>

namespace lanescope {

struct HostStretch {
    Interval at;
    HostActivity activity = HostActivity::Other;
    SliceId slice; // the call or range that did it
};

class HostTimeline {
public:
    // Stopped: incomplete; the caller asks.
    HostTimeline(const TraceStore& store, ThreadId thread, HostActivities& activities,
                 const std::stop_token& stop = {});
    // Those that touch [begin, end), uncut.
    std::span<const HostStretch> stretches(std::int64_t begin, std::int64_t end) const;
    // How much of [begin, end) has any slice on the thread.
    std::int64_t recordedWithin(std::int64_t begin, std::int64_t end) const;

private:
    std::vector<HostStretch> m_stretches; // sorted, disjoint
    IntervalList m_recorded;
};

} // namespace lanescope
