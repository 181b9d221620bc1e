// Which slice each flow point of a thread stands on: s and t on the slice around them, f on the next one that starts
// unless it says "enclosing". One sweep over the opening order. Any thread.
#pragma once

#include "core/build/thread_slices.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::build {

// Record by flow, kNoRecord = none. Stopped: not complete.
std::vector<std::uint32_t> bindFlows(const RawThreadData& data, const ThreadSlices& slices,
                                     std::span<const std::uint32_t> order, const std::stop_token& stop);

} // namespace lanescope::build
