// The threads of the file with the names that metadata gives them; the last one wins. Any thread.
#pragma once

#include "core/build/builder_state.h"

#include <vector>

namespace lanescope::build {

std::vector<Thread> threadTable(const BuilderState& state);

} // namespace lanescope::build
