// f. A pipeline stage waits for its neighbours: inside sends and receives, in the collective that all stages meet in,
// and idle behind them.
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include <cmath>

namespace lanescope {

namespace {

// Sends and receives to one neighbour per step: forward and backward of each microbatch.
struct Exchanges {
    double perStep = 0;
    std::int64_t stages = 0; // size of the group; 0 = unknown
    std::uint64_t count = 0;
};

Exchanges exchangesOf(const TraceFacts& facts, const DeviceFacts& device) {
    Exchanges out;
    for (const CommPiece& piece : device.comm) {
        if (!piece.pointToPoint || !facts.isCounted(piece.at)) continue;
        ++out.count;
        if (piece.args.groupSize) out.stages = std::max(out.stages, *piece.args.groupSize);
    }
    out.perStep = static_cast<double>(out.count) / static_cast<double>(std::max<std::size_t>(1, facts.counted.size()));
    return out;
}

void addStageWaits(Finding& f, const TraceFacts& facts, const DeviceFacts& device) {
    constexpr std::int64_t kShortNs = 100'000;
    for (const CommPiece& piece : device.comm) {
        if (!facts.isCounted(piece.at) || piece.waitNs < kShortNs) continue;
        addRange(f, {piece.at.begin, piece.at.begin + piece.waitNs});
        addSlice(f, piece.slice);
    }
}

} // namespace

std::optional<Finding> judgePipelineBubbles(const TraceFacts& facts, const DeviceFacts& device) {
    if (!device.pipeline) return std::nullopt;
    Finding f;
    f.aboutIdle = true;
    f.part = IdlePart::Dependency;
    std::size_t i = 0;
    for (const FindingWindow& w : facts.windows)
        f.costPerWindowNs.push_back(lengthWithin(device.exposedWait, w.at.begin, w.at.end) +
                                    device.idleSums[i++].main(IdlePart::Dependency));
    if (!costsEnough(facts, f.costPerWindowNs)) return std::nullopt;
    const Exchanges exchanges = exchangesOf(facts, device);
    const double share = shareOf(facts.sum(f.costPerWindowNs), facts.countedNs);
    f.confidence = Confidence::Likely;
    f.evidence = {measured("bubble_share", "waiting for neighbours, of the step", share, Unit::Ratio),
                  measured("exchanges", "sends and receives per step", exchanges.perStep, Unit::Count)};
    if (exchanges.stages > 1) {
        f.evidence.push_back(measured("stages", "ranks in their group", exchanges.stages, Unit::Count));
        // A stage in the middle has four exchanges per microbatch, an outer one two; the schedule may join them.
        const double microbatches = std::max(1.0, exchanges.perStep / 2);
        const auto p = static_cast<double>(exchanges.stages);
        const double ideal = (p - 1) / (microbatches + p - 1);
        const bool near = share <= 2 * ideal && share * 4 >= ideal;
        f.evidence.push_back(
            tested("ideal_share", "(p-1)/(m+p-1) with half the exchanges as m", ideal, Unit::Ratio, confirmsIf(near)));
        if (near && facts.ranks) f.confidence = Confidence::Confirmed;
    }
    if (!facts.ranks) lower(f, Confidence::Likely, "one rank: waiting is the time beyond the fastest equal exchange");
    lowerForWindows(f, facts);
    addStageWaits(f, facts, device);
    return f;
}

} // namespace lanescope
