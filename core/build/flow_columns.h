// The flow points of all threads as columns, by category, id, time and place in the file. Any thread.
#pragma once

#include "core/build/builder_state.h"
#include "core/build/store_memory.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanescope::build {

// `rows` holds the bound row of every flow of every thread that has flows.
void fillFlows(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory& memory,
               const std::stop_token& stop);

} // namespace lanescope::build
