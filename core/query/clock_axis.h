// Axes of what has no store of its own, such as several ranks on a common clock (core/query/time_axis.h). Any thread.
#pragma once

#include "core/query/time_axis.h"

namespace lanescope {

// Of times that start at `start` and are ns since 1970 once `baseTimeNs` is added.
std::optional<std::int64_t> epochBase(std::optional<std::int64_t> baseTimeNs, RankTime start);
TimeAxis timeAxis(std::optional<std::int64_t> baseTimeNs, RankTime start, AxisClock clock, RankTime step);

} // namespace lanescope
