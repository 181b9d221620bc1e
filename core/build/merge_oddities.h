// Adds one list of oddities to another; the samples kept are the first by place in the file. Any thread.
#pragma once

#include "core/base/oddity.h"

namespace lanescope::build {

void mergeByOffset(OddityList& into, const OddityList& from);

} // namespace lanescope::build
