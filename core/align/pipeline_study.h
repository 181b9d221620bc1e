// What a pipelined job loses by uneven work, and where: its operations are played again with other durations ("what if
// stage 3 took as long as the mean?"), as published studies of stragglers do it. Needs records with operations of
// microbatches (RankRecord::ops), which a timeline of a whole job has; kernels do not say which microbatch they are of.
// Times are ns, means over the steps. Any thread.
//
// An operation starts when the one before it on its rank is over and what it needs is there: a forward pass the same
// microbatch of the stage before, a backward pass that of the stage after, a collective all its members. Launch delays
// are left out. Ideal: every duration is that of its kind on the mean (computation) or median (transfers).
//
// Bounds: at most PlayLimits::most operations are played in all. Beyond that fewer steps are played, evenly spread
// (steps < recorded); where even one step with every part tried is too much, single ranks are not tried, then no parts
// (the lists are empty). As recorded and ideal, one step is always played.
#pragma once

#include "core/align/rank_record.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanescope::align {

struct PlayLimits {
    std::size_t most = 20'000'000; // operations in all
    std::stop_token stop = {};
};

std::string_view stageOpWord(StageOpKind kind); // "forward", "backward", ...

struct PipelineStudy {
    enum class Slow : std::uint8_t { Nothing /* less than kEvenBelow */, Stage, Rank, Spread /* over several */ };
    static constexpr double kEvenBelow = 1.02; // slowdown

    struct Part { // a stage, a replica or a kind of operation
        std::int64_t id = 0;
        std::int64_t computeNs = 0; // per step and rank, as recorded
        double alone = 1;           // slowdown when only it is as recorded and the rest ideal
        double recovered = 0;       // share of what is lost that comes back when only it is ideal
    };
    std::size_t steps = 0;    // that were played
    std::size_t recorded = 0; // that there are
    std::size_t stages = 0, replicas = 0;
    std::int64_t playedNs = 0, idealNs = 0;       // a step as recorded, and ideal
    std::vector<Part> byStage, byReplica, byKind; // empty: too much to try
    std::vector<Part> byRank;                     // id: record; `alone` is 1; empty: too much to try
    Slow slow = Slow::Nothing;
    std::int64_t slowest = -1; // stage or record
    double slowdown() const;
};

// None when the records have no operations, are not a whole pipeline, or their order cannot be played; or stopped.
std::optional<PipelineStudy> studyPipeline(std::span<const RankRecord> records, const PlayLimits& limits = {});

} // namespace lanescope::align
