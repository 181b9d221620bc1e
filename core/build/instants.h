// Points in time as columns, on a track of their thread. Any thread.
#pragma once

#include "core/build/builder_state.h"
#include "core/build/store_memory.h"

#include <stop_token>
#include <vector>

namespace lanescope::build {

// Fills memory.instants and the instant ranges of the tracks: the track of the category's role where the thread has it,
// else the thread's first.
void fillInstants(const BuilderState& state, StoreMemory& memory, std::vector<Track>& tracks,
                  const std::stop_token& stop);

} // namespace lanescope::build
