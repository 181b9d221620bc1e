// The slow, obvious twin of the analyses: every nanosecond of a small window is looked at on its own. Only for windows
// of some ten thousand nanoseconds.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/store/columns.h"

#include <cstdint>
#include <vector>

namespace lanescope::testing {

struct SlowWork {
    std::int64_t begin = 0, end = 0;
    WorkClass cls = WorkClass::Compute;
};

// The four numbers by marking nanoseconds; the window is [begin, end).
FourNumbers slowFourNumbers(const std::vector<SlowWork>& work, std::int64_t begin, std::int64_t end,
                            const GapThresholds& t);

} // namespace lanescope::testing
