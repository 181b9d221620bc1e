// e. One rank comes last to the collectives; the others wait there. The rule that names it is that of the metrics
// (core/analysis/findings/rank_waits). With one rank open, waiting can only be guessed from how the times of equal
// collectives vary: never more than possible.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

namespace lanescope {

namespace {

std::vector<std::int64_t> waitCosts(const TraceFacts& facts, const DeviceFacts& device) {
    std::vector<std::int64_t> out;
    for (const FindingWindow& w : facts.windows) out.push_back(lengthWithin(device.exposedWait, w.at.begin, w.at.end));
    return out;
}

void addWaits(Finding& f, const TraceFacts& facts, const DeviceFacts& device) {
    constexpr std::int64_t kShortNs = 100'000; // no range of its own
    for (const CommPiece& piece : device.comm) {
        if (piece.pointToPoint || !facts.isCounted(piece.at) || piece.waitNs < kShortNs) continue;
        addRange(f, {piece.at.begin, piece.at.begin + piece.waitNs});
        addSlice(f, piece.slice);
    }
}

std::int64_t waitsWithin(const TraceFacts& facts, const DeviceFacts& device) {
    std::int64_t ns = 0;
    for (const CommPiece& piece : device.comm)
        if (!piece.pointToPoint && facts.isCounted(piece.at)) ns += piece.waitNs;
    return ns;
}

std::optional<Finding> ofOneRank(const TraceFacts& facts, const DeviceFacts& device) {
    Finding f;
    f.costPerWindowNs = waitCosts(facts, device);
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    std::int64_t exposed = 0;
    for (const std::size_t i : facts.counted) exposed += device.numbers[i].exposedCommNs;
    const double share = shareOf(facts.sum(f.costPerWindowNs), exposed);
    if (share < facts.limits[Limit::StragglerWaitOfExposed]) return std::nullopt;
    f.evidence = {measured("wait_of_exposed", "beyond the fastest equal collective, of exposed communication", share,
                           Unit::Ratio),
                  measured("wait_estimate", "such time in collectives", waitsWithin(facts, device), Unit::Nanoseconds)};
    lower(f, Confidence::Possible, "one rank: who comes last is not known, and waiting is estimated");
    addWaits(f, facts, device);
    return f;
}

} // namespace

std::optional<Finding> judgeStraggler(const TraceFacts& facts, const DeviceFacts& device) {
    if (device.pipeline)
        return std::nullopt; // its stages come last by turns, and the first always to the last exchange
    if (!facts.ranks) return ofOneRank(facts, device);
    const RankVerdict& v = *facts.ranks;
    if (!v.straggler) return std::nullopt;
    Finding f;
    f.costPerWindowNs = waitCosts(facts, device);
    f.confidence = Confidence::Confirmed;
    f.evidence = {measured("rank", "straggler: rank", *v.straggler, Unit::None),
                  tested("last", "comes last in",
                         shareOf(static_cast<std::int64_t>(v.last), static_cast<std::int64_t>(v.matched)), Unit::Ratio,
                         EvidenceRole::Confirms),
                  measured("matched", "matched collectives", static_cast<std::int64_t>(v.matched), Unit::Count),
                  tested("others_wait", "the other ranks wait on average", v.othersMeanWaitNs, Unit::Nanoseconds,
                         EvidenceRole::Confirms),
                  measured("straggler_wait", "the straggler waits", v.stragglerWaitNs, Unit::Nanoseconds),
                  measured("own_wait", "this rank waits in all", v.ownWaitNs, Unit::Nanoseconds)};
    if (v.residualNs)
        f.evidence.push_back(measured("residual", "residual of the common clock", *v.residualNs, Unit::Nanoseconds));
    if (!v.cause.empty()) f.evidence.push_back(measured("meanwhile", "meanwhile it has", v.cause, Unit::Text));
    if (static_cast<double>(v.matched) < facts.limits[Limit::StragglerMinMatched])
        lower(f, Confidence::Likely, "few matched collectives");
    if (!v.missing.empty())
        lower(f, Confidence::Likely, "ranks of the job are missing: one of them may be later still");
    for (const std::string& doubt : v.doubts) lower(f, Confidence::Likely, doubt);
    if (facts.onlyWarmup) lowerForWindows(f, facts);
    addWaits(f, facts, device);
    return f;
}

} // namespace lanescope
