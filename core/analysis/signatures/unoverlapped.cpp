// a. Communication that nothing hides, mostly after the backward pass. Its cost is exposed communication without the
// waits that a straggler or a pipeline explains. Where most communication is hidden and the rest does not lie after
// backward, it does not look like this: exchanges that the next layer needs are listed as unexplained.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace lanescope {

namespace {

constexpr std::int64_t kJoinWithinNs = 100'000;

struct Backward {
    bool known = false;
    std::int64_t afterNs = 0; // exposed communication after the last backward kernel, over the windows that count
};

bool isBackward(const TraceFacts& facts, SliceId work) {
    const auto call = facts.launches->callOf(work);
    if (!call) return false;
    return facts.autogradThread[facts.store->tracks()[facts.store->track(*call).value].thread.value];
}

// Exposed communication between the last backward kernel and the next forward or optimizer one.
Backward afterBackward(const TraceFacts& facts, const DeviceFacts& device, const IntervalList& exposed) {
    struct Compute {
        std::int64_t start;
        bool backward;
    };
    Backward out;
    std::vector<Compute> compute;
    IntervalList after;
    for (const SliceId s : device.work->work) {
        if (workClass(facts.store->kind(s)) != WorkClass::Compute) continue;
        compute.push_back({count(facts.store->start(s)), isBackward(facts, s)});
        out.known = out.known || compute.back().backward;
    }
    for (const Interval& at : exposed) {
        const auto next =
            std::partition_point(compute.begin(), compute.end(), [at](const Compute& c) { return c.start < at.begin; });
        const bool before = next != compute.begin() && std::prev(next)->backward;
        if (!before || (next != compute.end() && next->backward)) continue;
        after.push_back(at);
    }
    for (const std::size_t i : facts.counted)
        out.afterNs += lengthWithin(after, facts.windows[i].at.begin, facts.windows[i].at.end);
    return out;
}

struct Exposed {
    std::map<CollectiveKind, std::int64_t> byKind;
    double busRate = 0; // of the large exposed ones, weighted by bytes; 0 = unknown
    std::int64_t bytes = 0;
};

Exposed exposedPieces(Finding& finding, const TraceFacts& facts, const DeviceFacts& device, const IntervalList& own) {
    Exposed out;
    double weighted = 0;
    IntervalList list;
    for (const CommPiece& piece : device.comm) {
        if (!facts.isCounted(piece.at)) continue;
        const std::int64_t ns = lengthWithin(own, piece.at.begin, piece.at.end);
        if (ns * 2 < piece.at.length()) continue; // mostly hidden, or the fault of others
        out.byKind[piece.args.kind] += ns;
        addSlice(finding, piece.slice);
        if (!list.empty() && piece.at.begin - list.back().end < kJoinWithinNs)
            list.back().end = std::max(list.back().end, piece.at.end);
        else
            list.push_back(piece.at);
        const auto size = collectiveSize(piece.args, piece.at.length() - piece.waitNs);
        if (!size || !size->busRate) continue;
        weighted += *size->busRate * static_cast<double>(size->bytes);
        out.bytes += size->bytes;
    }
    for (const Interval& at : list) addRange(finding, at);
    if (out.bytes > 0) out.busRate = weighted / static_cast<double>(out.bytes);
    return out;
}

// What is left of exposed communication when waits that belong to other findings are taken away.
IntervalList ownExposed(const TraceFacts& facts, const DeviceFacts& device) {
    const bool straggler = judgeStraggler(facts, device).has_value();
    if (!straggler && !device.pipeline) return device.work->exposedComm;
    return subtract(device.work->exposedComm, device.exposedWait);
}

// Of communication without the time in which it waited for others, where that is known.
double exposedOfTransfer(const TraceFacts& facts, const DeviceFacts& device, std::int64_t exposed) {
    std::vector<Interval> pieces;
    for (const CommPiece& piece : device.comm)
        pieces.push_back({piece.at.begin + (facts.ranks ? piece.waitNs : 0), piece.at.end});
    const IntervalList transfer = unionOf(std::move(pieces));
    std::int64_t ns = 0;
    for (const std::size_t i : facts.counted)
        ns += lengthWithin(transfer, facts.windows[i].at.begin, facts.windows[i].at.end);
    return shareOf(exposed, ns);
}

// With one rank open: what makes transfer doubtful, as equal collectives on one fabric take equally long.
struct Doubt {
    double waitShare = 0; // time beyond the fastest equal collective, of communication
    std::string reason;   // empty: none
};

Doubt doubtOfOneRank(const TraceFacts& facts, const DeviceFacts& device, const Exposed& exposed) {
    Doubt out;
    std::int64_t all = 0, beyond = 0;
    for (const CommPiece& piece : device.comm) {
        if (piece.pointToPoint || !facts.isCounted(piece.at)) continue;
        all += piece.at.length();
        beyond += piece.waitNs;
    }
    out.waitShare = shareOf(beyond, all);
    if (device.pipeline)
        out.reason = "one stage of a pipeline: collectives of all stages wait for the last one";
    else if (out.waitShare > facts.limits[Limit::AllReduceMaxWait])
        out.reason = "one rank, and equal collectives take unequally long: much of it may be waiting for another rank";
    else if (exposed.bytes > 0 && exposed.busRate < facts.limits[Limit::AllReduceMinBusRate])
        out.reason = "one rank, and few bytes for the time: much of it may be waiting for another rank";
    return out;
}

// Waiting looks like transfer where a rank cannot be looked at.
enum class Look : std::uint8_t { Whole /* after backward, and little overlaps */, Part };
void lowerForRanks(Finding& f, const TraceFacts& facts, const DeviceFacts& device, const Exposed& exposed, Look look) {
    if (facts.ranks) {
        if (!facts.ranks->missing.empty())
            lower(f, Confidence::Likely, "ranks of the job are missing: waiting for them looks like transfer");
        return;
    }
    const Doubt doubt = doubtOfOneRank(facts, device, exposed);
    f.evidence.push_back(tested("wait_share", "beyond the fastest equal collectives, of communication", doubt.waitShare,
                                Unit::Ratio, confirmsIf(doubt.reason.empty())));
    lower(f, Confidence::Likely, "one rank: waiting for other ranks cannot be told from transfer");
    if (!doubt.reason.empty()) lower(f, Confidence::Possible, doubt.reason);
    if (look == Look::Part) lower(f, Confidence::Possible, "one rank, and only part of the evidence holds");
}

CollectiveKind mainKind(const Exposed& exposed) {
    CollectiveKind best = CollectiveKind::Other;
    std::int64_t most = -1;
    for (const auto& [kind, ns] : exposed.byKind)
        if (ns > most) std::tie(best, most) = std::tie(kind, ns);
    return best;
}

} // namespace

std::optional<Finding> judgeUnoverlapped(const TraceFacts& facts, const DeviceFacts& device) {
    const IntervalList own = ownExposed(facts, device);
    Finding f;
    for (const FindingWindow& w : facts.windows) f.costPerWindowNs.push_back(lengthWithin(own, w.at.begin, w.at.end));
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;

    std::int64_t comm = 0, overlap = 0;
    for (const std::size_t i : facts.counted) {
        comm += device.numbers[i].commNs;
        overlap += device.numbers[i].overlapNs;
    }
    const std::int64_t cost = facts.sum(f.costPerWindowNs);
    const bool little = shareOf(overlap, comm) < facts.limits[Limit::AllReduceMaxOverlap];
    const Backward backward = afterBackward(facts, device, own);
    const double after = shareOf(backward.afterNs, cost);
    const bool isAfter = backward.known && after >= facts.limits[Limit::AllReduceAfterBackward];
    if (!isAfter && exposedOfTransfer(facts, device, cost) < facts.limits[Limit::AllReduceMinExposed])
        return std::nullopt;
    const Exposed exposed = exposedPieces(f, facts, device, own);
    const bool plausible = exposed.busRate >= facts.limits[Limit::AllReduceMinBusRate];

    f.confidence = isAfter && (little || plausible) ? Confidence::Confirmed
                   : isAfter || little              ? Confidence::Likely
                                                    : Confidence::Possible;
    f.evidence.push_back(
        measured("exposed_of_comm", "exposed, of all communication", shareOf(cost, comm), Unit::Ratio));
    f.evidence.push_back(
        tested("overlap", "communication under compute", shareOf(overlap, comm), Unit::Ratio, confirmsIf(little)));
    if (backward.known)
        f.evidence.push_back(
            tested("after_backward", "of it after the last backward kernel", after, Unit::Ratio, confirmsIf(isAfter)));
    f.evidence.push_back(measured("kind", "mostly", std::string(collectiveWord(mainKind(exposed))), Unit::Text));
    if (exposed.bytes > 0)
        f.evidence.push_back(tested("bus_rate", "bus rate of the exposed collectives", exposed.busRate,
                                    Unit::BytesPerSecond, confirmsIf(plausible)));
    lowerForRanks(f, facts, device, exposed, isAfter && little ? Look::Whole : Look::Part);
    lowerForWindows(f, facts);
    return f;
}

} // namespace lanescope
