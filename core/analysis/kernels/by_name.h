// What is in a range, by name: how many slices and how much of their time lies inside (docs/user/search.md).
// Any thread.
#pragma once

#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <functional>
#include <vector>

namespace lanescope {

struct NameTotal {
    StringId name;
    std::uint64_t count = 0;
    std::int64_t insideNs = 0; // clipped exactly to the range
};

// Slices that overlap [range.begin, range.end), and those of no length inside it; only of the tracks that `wanted`
// accepts (empty: all). Most time first, then by name. Stops early, with what it has, when the context says stop.
std::vector<NameTotal> selectByName(const TraceStore& store, TimeRange range, RunContext& run,
                                    const std::function<bool(TrackId)>& wanted = {});

} // namespace lanescope
