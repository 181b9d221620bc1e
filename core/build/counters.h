// Counter samples as columns: by series, then time. Any thread.
#pragma once

#include "core/build/builder_state.h"
#include "core/build/store_memory.h"

#include <stop_token>

namespace lanescope::build {

void fillCounters(const BuilderState& state, StoreMemory& memory, StoreParts& parts, const std::stop_token& stop);

} // namespace lanescope::build
