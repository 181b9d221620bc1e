// What is kept of one rank to lay it beside others: its collectives, its steps with their figures, and the sums that
// tell why a rank is late. Small (some hundred bytes per collective and step), so that thousands of ranks fit in memory
// and into summary files. Made from a trace by the session, or read from a summary. Plain values; any thread.
//
// Times are ns of the rank's own file clock (RankTime counts); absolute = baseTimeNs + file time.
#pragma once

#include "core/query/collective_kind.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::align {

inline constexpr std::size_t kIdleParts = 8; // in the order of IdlePart of the idle analysis
inline constexpr std::size_t kIdleDataLoading = 3, kIdleLaunchLatency = 4;
// Idle time that the host has no part in, from here on: dependency, kernel gap, unknown.
inline constexpr std::size_t kIdleNotHost = 5;

struct RankGroup { // a process group, as this rank's file names it
    std::string name, description;
    std::vector<std::int64_t> members; // global ranks, ascending; empty when the file does not say
    std::int64_t size = 0;             // 0 = not said
    friend bool operator==(const RankGroup&, const RankGroup&) = default;
};

struct CommEvent { // one communication kernel
    std::int64_t begin = 0, end = 0;
    std::int64_t bytes = -1; // the larger of in and out; -1 = not recorded
    std::int64_t inBytes = -1;
    std::int64_t exposedNs = 0;      // of it, without computation beside it
    std::optional<std::int64_t> seq; // counted per group (and per pair for point to point)
    std::int32_t peer = -1;          // the other rank of a send or receive, when recorded
    std::uint32_t group = 0;         // index in RankRecord::groups
    std::int32_t step = -1;          // index in RankRecord::steps; -1 = in none
    std::uint32_t slice = 0;         // row in the store; meaningless in a summary
    CollectiveKind kind = CollectiveKind::Other;
    friend bool operator==(const CommEvent&, const CommEvent&) = default;
};

struct RankFigures { // of a window: the four numbers' parts (METRICS 3), idle by what happened in it, and the work done
    std::int64_t wallNs = 0, busyNs = 0, computeNs = 0, commNs = 0, memNs = 0;
    std::int64_t exposedCommNs = 0, exposedMemNs = 0, idleNs = 0;
    std::array<std::int64_t, kIdleParts> idlePartNs{};
    // Kernels other than communication that the step launched (where launches are not recorded: that start in it): how
    // many, the plain sum of their durations, and the elements of all input tensors of the operators that launched
    // them (0 when shapes are not recorded).
    std::int64_t kernels = 0, kernelSumNs = 0, elements = 0;
    // How long the threads that launch GPU work loaded data, whether or not the device was idle then; of the whole
    // recording also before its first GPU work. -1: not known (a summary of an older program).
    std::int64_t loadNs = -1;
    friend bool operator==(const RankFigures&, const RankFigures&) = default;
};

struct RankStep {
    std::int64_t number = 0;
    std::int64_t begin = 0, end = 0;
    bool warmup = false, cutOff = false;
    RankFigures figures;
    friend bool operator==(const RankStep&, const RankStep&) = default;
};

// What a timeline of a pipelined job says of a rank: one operation of a microbatch, or one that ranks do together.
enum class StageOpKind : std::uint8_t {
    Forward,
    Backward,
    ForwardTransfer,
    BackwardTransfer,
    GatherParameters,
    ReduceGradients,
    ReduceNorms,
    ReduceEmbeddings,
    ClipGradients,
    Optimizer
};
inline constexpr std::size_t kStageOpKinds = 10;
struct StageOp {
    std::int64_t begin = 0, end = 0;
    std::int32_t step = -1; // index in RankRecord::steps
    StageOpKind kind = StageOpKind::Forward;
    friend bool operator==(const StageOp&, const StageOp&) = default;
};

struct RankRecord {
    std::string file;                 // as the user named it
    std::string host;                 // empty when not known
    std::optional<std::int64_t> rank; // none: the file does not say
    std::optional<std::int64_t> worldSize;
    std::optional<std::int64_t> baseTimeNs;
    std::int64_t begin = 0, end = 0; // first start to last end of GPU work; equal when there is none
    RankFigures whole;
    std::vector<RankStep> steps;
    std::vector<RankGroup> groups;
    std::vector<CommEvent> events; // by begin
    // What the layout of the job is known from beside group names: "stage" and "replica" of a pipeline timeline.
    std::vector<std::pair<std::string, std::int64_t>> coordinates;
    std::vector<StageOp> ops;        // of a pipeline timeline, by begin; else empty
    std::vector<std::string> losses; // what of the recording is not there, in words: "file ends in the middle"
    friend bool operator==(const RankRecord&, const RankRecord&) = default;
};

// Shift from a rank's file clock to the absolute clock of `reference`: base times apart. 0 where one of them has none,
// or where they are absurdly far apart (a century).
std::int64_t baseShift(const RankRecord& rank, const RankRecord& reference);

} // namespace lanescope::align
