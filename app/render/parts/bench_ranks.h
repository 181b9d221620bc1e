// What several ranks beside each other cost: opening them, their timelines, memory, and frames of 1600 x 1000 with one
// collective joined over the ranks, stacked and by kind, at several zooms, standing, panning and zooming, against one
// rectangle per event. CPU ms of this thread where nothing else is said. One JSON object. The caller's thread.
#pragma once

#include "core/base/result.h"
#include "core/session/load_trace.h"

#include <string>
#include <vector>

namespace lanescope::render {

// `inputs`: a folder, files, patterns. `copies` of each timeline in a row, for more slices in a frame. Errors: those of
// loadRankJob(); MissingData where no rank has a timeline. "from_indexes" is false when traces had to be read: ask
// again, the indexes are there then.
Result<std::string> benchRanks(const std::vector<std::string>& inputs, const LoadOptions& load, unsigned copies);

} // namespace lanescope::render
