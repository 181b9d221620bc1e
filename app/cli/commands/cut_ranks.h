// A cut of several ranks of one job: one time on their common clock, laid back onto the clock of each. Any thread.
#pragma once

#include "core/session/load_trace.h"
#include "core/session/range_text.h"

#include <string>
#include <utility>
#include <vector>

namespace lanescope::cli {

// By trace. Empty where the traces are not ranks of one job: then each has its own beginning. `offsets` counts from the
// first GPU work or step of all on the common clock.
std::vector<TimeRange> rangesOnOneClock(const std::vector<std::pair<std::string, LoadedTrace>>& traces,
                                        const OffsetRange& offsets);

} // namespace lanescope::cli
