// The ProfilerSteps of a trace, with the marks of METRICS 2. Any thread.
#pragma once

#include "core/build/store_memory.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::build {

struct StepInput {
    std::span<const std::vector<std::uint32_t>> stepRows; // per thread: rows named ProfilerStep#N on the host
    std::vector<std::int64_t> allocations;                // starts of allocation calls, sorted
    std::int64_t recordingEnd = INT64_MAX;                // INT64_MAX = not said by the file
};

// In order of start.
std::vector<Step> findSteps(const StoreMemory& memory, const StringTable& strings, const StepInput& input);

} // namespace lanescope::build
