// Async slices: b/e and S/F of one key become one slice, nested by time within the key, whatever threads they stand on.
// Keys: category and id (with the process when the id is local to it) for b/e; category, id and name for S/F.
#pragma once

#include "core/build/thread_slices.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::build {

struct AsyncPairs {
    std::unordered_map<std::uint32_t, std::vector<AsyncSlice>> byThread; // by record within a thread
    OddityList oddities;                                                 // begins and ends without a partner
};

// Begins without an end run to bounds.end.
AsyncPairs pairAsyncs(const BuilderState& state, const TimeBounds& bounds, const std::stop_token& stop);

} // namespace lanescope::build
