// Adds one list of oddities to another; the samples kept are the first by place in the file. Any thread.
#pragma once

#include "core/base/oddity.h"

#include <cstdint>
#include <vector>

namespace lanescope::build {

void mergeByOffset(OddityList& into, const OddityList& from);
// One oddity for each offset; the offsets come in any order.
void addOffsets(OddityList& into, OddityKind kind, std::vector<std::uint64_t> offsets);

} // namespace lanescope::build
