// One trace as a rank among others (core/align/rank_record.h). Any thread; seconds for the largest traces.
#pragma once

#include "core/align/rank_record.h"
#include "core/store/trace_store.h"

#include <span>
#include <stop_token>
#include <string>

namespace lanescope {

// Collectives, steps and figures of one rank's trace. `file` is what people call it. Stopped: what was found so far.
align::RankRecord recordRank(const TraceStore& store, std::string file, const std::stop_token& stop = {});

} // namespace lanescope
