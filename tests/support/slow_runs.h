// The obvious, slow twin of visiblePieces(): every slice is looked at, every column summed by itself.
#pragma once

#include "core/query/visible_runs.h"

#include <vector>

namespace lanescope::testing {

// `rows`: the slices of the lane in order of start.
std::vector<Piece> slowPieces(const TraceStore& store, const std::vector<std::uint32_t>& rows, const TimeScale& scale);

} // namespace lanescope::testing
