// Two lists of oddities as one, with the first samples by place in the file. Any thread.
#pragma once

#include "core/base/oddity.h"

namespace lanescope::build {

OddityList mergedByOffset(const OddityList& a, const OddityList& b);

} // namespace lanescope::build
