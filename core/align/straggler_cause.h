// Why a rank is late, from what it did per step beside the others. Any thread.
#pragma once

#include "core/align/straggler.h"

#include <span>

namespace lanescope::align {

// Steps that the rank and at least one other have, cut off ones left out, and warm-up where its collectives were; else
// whole traces.
enum class Warmup : std::uint8_t { LeftOut, Counts };
CauseEvidence causeEvidence(std::span<const RankRecord> records, std::size_t record, Warmup warmup);

// The largest excess decides. Longer compute is more work when kernels or elements grew by at least half of what the
// durations grew, else it is slower.
StragglerCause causeOf(const CauseEvidence& evidence);

} // namespace lanescope::align
