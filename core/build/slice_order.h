// The slices of a thread in the order in which they open: by start, longer first, then as in the file. n log n at
// worst; files hold a few sorted stretches, so that it is close to one pass.
#pragma once

#include "core/build/thread_slices.h"

#include <cstdint>
#include <vector>

namespace lanescope::build {

// Record numbers. Empty when stopped.
std::vector<std::uint32_t> openingOrder(const ThreadSlices& slices, const std::stop_token& stop);

} // namespace lanescope::build
