// What is inside a range, clipped exactly at the edges (METRICS 2, Selection): GPU work of a device by name (spellings
// of one kernel together, see kernel_groups.h), kind, operator or stream, or the operators of the host by name. Any
// thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/base/run_context.h"
#include "widgets/models/kernel_groups.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::models {

enum class GroupBy : std::uint8_t { Name, Kind, Operator, Stream, HostOperator };
const char* groupTitle(GroupBy by); // "kernel", "kind", "operator", "stream", "host operator"

struct NameFigures {
    StringId name;     // of the group: of its first work, or of the operator; unset when grouped by kind or stream
    std::string label; // of groups that have no name of the trace: "GEMM", "stream 7", "no operator known"
    WorkKind kind = WorkKind::None;
    std::uint64_t count = 0;
    std::int64_t totalNs = 0; // sum of the clipped durations
    std::int64_t selfNs = 0;  // host operators: without their direct children; GPU work does not nest: as totalNs
    std::int64_t minNs = 0, maxNs = 0;
    std::int64_t p95Ns = 0;     // nearest rank: a duration that occurs
    std::int64_t exposedNs = 0; // communication and memory only: the part no compute runs beside
    std::int64_t bytes = 0;     // of copies and collectives that say it, whole even where the range cuts one
    bool hasBytes = false;
    std::int64_t stream = 0;
    bool hasStream = false;
    bool severalStreams = false;
    SliceId longest; // the one with maxNs, earliest first
};

struct RangeSummary {
    FourNumbers numbers;
    GroupBy by = GroupBy::Name;
    std::vector<NameFigures> names; // by total, largest first; equal totals by name
};

// Stops early (with what it has) when the context says so. `kernels` of the same store: names already looked at.
RangeSummary summariseRange(const TraceStore& store, const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs,
                            const GapThresholds& thresholds, const RunContext& context, GroupBy by = GroupBy::Name,
                            KernelGroups* kernels = nullptr);

} // namespace lanescope::models
