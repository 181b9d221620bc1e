// Which starts can be believed (METRICS 1): within a day of the median start of the file's slices. Any thread.
#pragma once

#include "core/build/thread_slices.h"

namespace lanescope::build {

// Bounds are infinite when the whole file spans no more than a day. `end` is the last believable time of any event; it
// is looked for only when something is open at the end of the file.
TimeBounds boundsOf(const BuilderState& state, const std::stop_token& stop);

} // namespace lanescope::build
