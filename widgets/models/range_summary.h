// GPU work of a device inside a range, by name, clipped exactly at the edges (METRICS 2, Selection). Any thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <vector>

namespace lanescope::models {

struct NameFigures {
    StringId name;
    WorkKind kind = WorkKind::None;
    std::uint64_t count = 0;
    std::int64_t totalNs = 0; // sum of the clipped durations
    std::int64_t minNs = 0, maxNs = 0;
    std::int64_t exposedNs = 0; // communication and memory only: the part no compute runs beside
    std::int64_t stream = 0;
    bool hasStream = false;
    bool severalStreams = false;
    SliceId longest; // the one with maxNs, earliest first
};

struct RangeSummary {
    FourNumbers numbers;
    std::vector<NameFigures> names; // by total, largest first; equal totals by name
};

// Stops early (with what it has) when the context says so.
RangeSummary summariseRange(const TraceStore& store, const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs,
                            const GapThresholds& thresholds, const RunContext& context);

} // namespace lanescope::models
