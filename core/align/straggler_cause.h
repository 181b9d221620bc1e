// Why a rank is late, from what it did per step beside the others. Any thread.
#pragma once

#include "core/align/straggler.h"

#include <span>

namespace lanescope::align {

// Steps that the rank and at least one other have, cut off ones left out, and warm-up where its collectives were; else
// whole traces.
enum class Warmup : std::uint8_t { LeftOut, Counts };
struct CauseQuestion {
    std::size_t record = 0;
    Warmup warmup = Warmup::LeftOut;
    std::int64_t lostNs = 0; // by the others in all, and the steps over which it was lost (0: not known)
    std::size_t lostSteps = 0;
};
// Whether figures of a step are to be compared. Not those of a step without kernels, of a rank that has some: it lies
// where the rank's file ended or lost them.
bool stepCounts(const RankRecord& record, const RankStep& step, Warmup warmup);

CauseEvidence causeEvidence(std::span<const RankRecord> records, const CauseQuestion& question);

// The largest excess decides. Longer compute is more work when kernels or elements grew by at least half of what the
// durations grew, else it is slower. Where the largest explains less than an eighth of what the others lost and the
// host loaded data for longer by half of that, it is loading before the first work of the device, which no idle time
// shows.
StragglerCause causeOf(const CauseEvidence& evidence);

} // namespace lanescope::align
