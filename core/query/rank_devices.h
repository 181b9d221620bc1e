// The devices of a rank taken together, where there are several: a row of bands shows them as one (METRICS 3 read "per
// rank": the unions of all their work). Any thread; the results are values.
#pragma once

#include "core/query/row_tree.h"

#include <string>
#include <vector>

namespace lanescope {

struct RankDevices {
    std::string rank;  // "rank 3 " as rows of a merged trace begin; empty in other traces, which are one rank
    DeviceId together; // stands for all of them; no device of a file can have it
    std::vector<DeviceId> devices; // those with work, two or more
};

// Whether an id is the `together` of a rank, and whether the trace is that of one rank.
bool isTogether(const DeviceId& id);
bool isTogetherOfOneRank(const DeviceId& id);

// One entry per rank with several devices, in order of the rank's name.
std::vector<RankDevices> ranksWithSeveralDevices(const TraceStore& store);

} // namespace lanescope
