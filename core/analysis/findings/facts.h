// What the signatures look at, worked out once per trace: the windows, and per device its work, idle time with owners,
// numbers per window and communication. Immutable once made; the store must outlive it. Any thread.
#pragma once

#include "core/analysis/collectives/collective_args.h"
#include "core/analysis/device_work.h"
#include "core/analysis/findings/finding.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/launches/launch_index.h"
#include "core/base/run_context.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanescope {

struct CommPiece { // one communication kernel
    SliceId slice;
    Interval at;
    CollectiveArgs args;
    std::int64_t bytes = 0; // 0 = unknown
    // How long it waited for others before anything moved. With matched ranks: duration minus the shortest of the
    // matched ones, as all leave together. With one rank: duration minus the shortest of its kind, size and group in
    // this trace, which is an estimate.
    std::int64_t waitNs = 0;
    // From its start on, what others are to blame for: the wait; where a straggler is named also the transfer, but for
    // as much of it as is exposed on the rank that came last (communication that is exposed there has no other excuse).
    std::int64_t blamedNs = 0;
    bool matched = false;
    bool pointToPoint = false;
};

struct DeviceFacts {
    std::shared_ptr<const DeviceWork> work;
    std::string name;
    DeviceIdle idle;
    std::vector<FourNumbers> numbers; // per window
    std::vector<IdleSums> idleSums;   // per window
    std::vector<CommPiece> comm;      // in order of start
    IntervalList exposedWait;         // exposed, and others are to blame; see CommPiece::blamedNs
    bool pipeline = false;            // sends and receives make a pipeline of it
    std::int64_t medianKernelNs = 0;
    std::int64_t medianQueueNs = 0; // call to start of the work; of linked kernels
    std::uint64_t kernels = 0;      // with a length, in windows that count
    std::uint64_t linked = 0;
    std::uint64_t launched = 0; // kernels whose call starts in a window that counts
};

// What the matched ranks say of one rank; filled by matchRanks (rank_waits.h).
struct RankVerdict {
    std::optional<std::int64_t> straggler; // the rank, as RankTrace::rank
    bool isStraggler = false;              // this trace is it
    std::uint64_t ranks = 0, matched = 0;
    std::uint64_t last = 0;           // how often the straggler (else this rank) came last
    std::int64_t ownWaitNs = 0;       // of this rank
    std::int64_t stragglerWaitNs = 0; // of the straggler
    std::int64_t othersMeanWaitNs = 0;
    std::string cause;                      // "longer compute" ...; empty when nothing stands out
    std::vector<std::int64_t> missing;      // ranks of the job without a file
    std::optional<std::int64_t> residualNs; // of the common clock; none: no clocks were compared
    std::vector<std::string> doubts;        // about matching and clocks: they lower the claim
};

struct TraceFacts {
    const TraceStore* store = nullptr;
    RunContext* context = nullptr;
    Thresholds limits;
    GapThresholds gaps;
    std::vector<FindingWindow> windows;
    std::vector<std::size_t> counted; // indexes of windows
    std::int64_t countedNs = 0;       // their time
    bool hasSteps = false, onlyWarmup = false;
    bool hasHostRows = false, hasCalls = false;
    std::vector<DeviceFacts> devices;
    std::unique_ptr<LaunchIndex> launches;
    std::vector<bool> autogradThread; // by thread
    std::optional<RankVerdict> ranks; // several ranks only

    bool isCounted(Interval at) const;                                  // touches a window that counts
    std::int64_t sum(const std::vector<std::int64_t>& perWindow) const; // over the windows that count
};

struct FindingOptions {
    Thresholds thresholds;
    GapThresholds gaps;
    IdleOptions idle;
};

TraceFacts factsOf(const TraceStore& store, const std::shared_ptr<const TraceWork>& work, const FindingOptions& options,
                   RunContext& context);
// The collectives' part (comm_facts.cpp): pieces with estimated waits; then, when waits are known, the unions.
std::vector<CommPiece> commPieces(const TraceStore& store, const DeviceWork& work);
void estimateWaits(std::vector<CommPiece>& pieces);
void finishComm(DeviceFacts& device, const TraceFacts& facts);

} // namespace lanescope
