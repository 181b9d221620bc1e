// GPU work that a collective operator launched itself is communication, whatever its name (copy-engine collectives).
// Any thread.
#pragma once

#include "core/build/builder_state.h"
#include "core/build/store_memory.h"

#include <span>
#include <stop_token>

namespace lanescope::build {

// After the launch links are there.
void applyLaunchingOps(StoreMemory& memory, const BuilderState& state, std::span<const CategoryInfo> categories,
                       const std::stop_token& stop);

} // namespace lanescope::build
