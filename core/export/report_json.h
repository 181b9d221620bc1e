// The report as JSON, in the shape and with the names of the reference figures: integers in ns of the file clock.
// Any thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/base/json.h"

namespace lanescope {

// {"window_ns": [begin, end], "wall_ns", "gpu_busy_ns", "comm_ns", ...}; "large_gaps_ns" lists each large gap.
Json fourNumbersJson(const FourNumbers& n);

// {"file", "rank" (null when there is none), "partial", "thresholds", "whole", "steps", "unassigned", "without_launch",
//  "busy_share_by_window", "busy_share_by_launch", "window_and_launch_differ", "devices": {key: the same from "whole"
//  on}}. The figures at the top are those of all
// devices together. A step: {"name", "warmup", "cut_off", "by_window", "by_launch"}. "whole" and "by_launch" are null
// where there is no work.
Json reportJson(const TraceStore& store, const TraceReport& report);

} // namespace lanescope
