// Several ranks of one job: collectives matched by group and sequence number (else by order within the group), waits,
// and the straggler by the rule of METRICS 7 (docs/user/findings.md). All ranks leave an all-reduce, all-gather,
// reduce-scatter, all-to-all or barrier together, so a rank waited for as long as its kernel took longer than the
// shortest of the matched ones: no clocks are compared, offsets and drift do not matter. Where the session has laid the
// ranks on one clock (core/align), its matching, waits and verdict are taken instead. Any thread.
#pragma once

#include "core/analysis/findings/facts.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

enum class LateCause : std::uint8_t { Unknown, SlowCompute, MoreWork, LateHost, LateInput };

// What the common clock of several ranks tells; ranks are indexes of the inputs.
struct RankEvidence {
    struct Part {
        std::size_t rank = 0;
        SliceId slice;
        std::int64_t waitNs = 0; // latest start - own start
    };
    struct Work { // one collective
        std::vector<Part> parts;
    };
    struct Sums {
        std::uint64_t matched = 0, last = 0;
        std::int64_t waitNs = 0;
    };
    std::vector<Work> works;
    std::vector<Sums> sums;      // by rank; of the collectives that count
    std::int64_t windowNs = 0;   // of the rank that waits least
    std::int64_t residualNs = 0; // of the alignment
    std::vector<std::string> doubts;
    // Why the rank that waits least is late; none: no rank of the inputs waits least.
    std::optional<std::size_t> leastWaiting;
    LateCause cause = LateCause::Unknown;
};

struct RankTrace {
    std::int64_t rank = 0;
    TraceFacts* facts = nullptr;
};

// Sets the waits of matched pieces, the unions made of them, and TraceFacts::ranks, in each of the ranks.
// `evidence` may be null.
void matchRanks(std::span<RankTrace> ranks, std::int64_t worldSize, const RankEvidence* evidence = nullptr);

} // namespace lanescope
