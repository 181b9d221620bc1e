// The rank that others wait for, and why it is late (METRICS 7, SIGNATURES e): it waits least, came last in at least
// half of the matched collectives it took part in, and the others' mean wait exceeds its own by more than 1 % of the
// window and 5 x the residual of the alignment. Else there is none. Where all come together, as far as the clocks can
// tell, chance decides who is last: a rank that fails on its share for that reason alone is told as a suspect. Ranks
// that start at the same ns all came last. Over clocks that the collectives refute nobody is named. Times are ns. Any
// thread.
//
//   const Matching matching = matchCollectives(records);
//   const Alignment alignment = alignRanks(records, matching, defaultAlignment(records, matching));
//   const StragglerReport report = findStraggler(records, matching, alignment);
#pragma once

#include "core/align/alignment.h"
#include "core/align/matching.h"
#include "core/align/waits.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::align {

enum class StragglerCause : std::uint8_t {
    None,        // there is no straggler
    SlowCompute, // the same kernels on the same sizes take longer
    MoreWork,    // more kernels, or larger tensors
    LateHost,    // the device is idle because the host launches late
    LateInput,   // the device is idle because the host loads data
    Unknown,     // neither its compute nor its idle time is above the others'
};
std::string_view stragglerCauseWord(StragglerCause cause);  // "slow-compute", "more-work", ...
std::string_view stragglerCauseTitle(StragglerCause cause); // "the same kernels take longer"

enum class Spread : std::uint8_t { Constant /* last in most steps */, Moving };

struct RankWaits { // one record
    WaitSums sums;
    // Of its collectives those in which the alignment can tell who came last (starts apart, and by at least 5 x the
    // residual), and in how many of them it did.
    std::uint64_t toldApart = 0, toldLast = 0;
    std::size_t steps = 0;     // in which it took part
    std::size_t stepsLast = 0; // in which it came last most often
};

struct StepVerdict { // who came last most often among the collectives of one step
    std::int64_t number = 0;
    std::size_t record = 0;
    std::uint64_t timesLast = 0, collectives = 0;
    std::int64_t meanWaitNs = 0; // of all ranks, all collectives of the step together
};

// Why: means per step of the straggler and the median of the others' (whole trace where there are no common steps).
struct CauseEvidence {
    std::size_t steps = 0; // 0: whole traces were compared
    RankFigures own, others;
    // Idle time is split by how much longer the host loaded data, where that is known: who waits in a collective hides
    // the loading that all do, so that idle time in loading alone would accuse whoever does not wait.
    std::int64_t computeExcessNs = 0, hostExcessNs = 0, inputExcessNs = 0;
    std::optional<std::int64_t> loadExcessNs; // of the host's loading, idle or not
    std::int64_t lostNs = 0;                  // by the others, per step as well
    // What names no cause, but is said where nothing else does: copies that nothing hides, and idle time of the device
    // that the host has no part in.
    std::int64_t copyExcessNs = 0, deviceIdleExcessNs = 0;
    std::optional<double> durationRatio, kernelRatio, elementRatio; // own / others; none where others have none
};

struct StragglerReport {
    std::optional<std::size_t> record; // the straggler
    std::optional<std::int64_t> rank;  // its rank, when its file says
    StragglerCause cause = StragglerCause::None;
    Spread spread = Spread::Constant;
    CauseEvidence evidence;
    std::optional<std::size_t> leastWaiting; // also when it is no straggler
    double lastShare = 0;                    // of the least waiting: of its collectives those in which it came last
    double toldShare = 0;                    // the same of those in which the clocks can tell; 0 when in none
    // Waits least and costs the others enough, but came last in less than half of its collectives: in at least half of
    // those in which the clocks tell. None when there is a straggler. The evidence is then about it.
    std::optional<std::size_t> suspect;
    StragglerCause suspectCause = StragglerCause::None;
    std::int64_t ownWaitNs = 0, othersMeanWaitNs = 0;
    std::int64_t windowNs = 0, neededNs = 0; // the others' excess must be above neededNs
    std::vector<RankWaits> ranks;            // by record
    std::vector<StepVerdict> steps;
    std::vector<std::size_t> used;   // matched collectives that counted
    std::size_t leftOut = 0;         // the first, warm-up, or on clocks that nothing ties
    std::vector<std::string> doubts; // why the claim is lowered: ranks missing, alignment uncertain
    // The collectives themselves say that the clocks are wrong: nobody waits least, no sums, no steps.
    std::string refutedBy; // a sentence, one of the doubts
    bool refuted() const { return !refutedBy.empty(); }
    std::int64_t lostNs() const { return othersMeanWaitNs - ownWaitNs; }
};

StragglerReport findStraggler(std::span<const RankRecord> records, const Matching& matching,
                              const Alignment& alignment);

} // namespace lanescope::align
