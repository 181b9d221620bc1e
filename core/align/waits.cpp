#include "core/align/waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lanescope::align {

CollectiveTimes timesOf(std::span<const RankRecord> records, const Alignment& alignment, const MatchedCollective& c) {
    CollectiveTimes out;
    for (const CommPlace& part : c.parts) {
        const CommEvent& event = records[part.record].events[part.event];
        const RankClockFit& clock = alignment.ranks[part.record];
        out.startNs.push_back(count(clock.toCommon(event.begin)));
        out.endNs.push_back(count(clock.toCommon(event.end))); // a clock that drifts counts durations wrong as well
    }
    const auto [firstStart, lastStart] = std::minmax_element(out.startNs.begin(), out.startNs.end());
    const auto [firstEnd, lastEnd] = std::minmax_element(out.endNs.begin(), out.endNs.end());
    out.latestStartNs = *lastStart;
    out.skewStartNs = *lastStart - *firstStart;
    out.skewEndNs = *lastEnd - *firstEnd;
    for (const std::int64_t start : out.startNs) out.waitNs.push_back(std::min(kLongestWaitNs, *lastStart - start));
    out.lastPart = static_cast<std::size_t>(std::find(out.startNs.begin(), out.startNs.end(), out.latestStartNs) -
                                            out.startNs.begin());
    out.transferNs = out.endNs[out.lastPart] - out.startNs[out.lastPart];
    return out;
}

std::vector<WaitSums> waitSums(std::span<const RankRecord> records, const Alignment& alignment,
                               std::span<const MatchedCollective> collectives) {
    std::vector<WaitSums> out(records.size());
    for (const MatchedCollective& c : collectives) {
        const CollectiveTimes times = timesOf(records, alignment, c);
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            WaitSums& sums = out[c.parts[i].record];
            ++sums.collectives;
            if (__builtin_add_overflow(sums.totalWaitNs, times.waitNs[i], &sums.totalWaitNs))
                sums.totalWaitNs = INT64_MAX; // of clocks that are years apart
            sums.timesLast += times.isLast(i) ? 1 : 0;
        }
    }
    return out;
}

bool onOneClock(const Alignment& alignment, const MatchedCollective& c) {
    const std::uint32_t part = alignment.ranks[c.parts.front().record].part;
    return std::all_of(c.parts.begin(), c.parts.end(),
                       [&](const CommPlace& place) { return alignment.ranks[place.record].part == part; });
}

std::string clocksRefuted(std::span<const RankRecord> records, const Matching& matching, const Alignment& alignment) {
    constexpr std::int64_t kResiduals = 5;
    std::size_t of = 0, impossible = 0;
    for (const MatchedCollective& c : matching.collectives) {
        if (!waitsForAll(c.kind) || !c.sameKind || !onOneClock(alignment, c)) continue;
        const CollectiveTimes times = timesOf(records, alignment, c);
        const std::int64_t firstEnd = *std::min_element(times.endNs.begin(), times.endNs.end());
        ++of;
        if (firstEnd < times.latestStartNs - kResiduals * alignment.residualNs) ++impossible;
    }
    if (4 * impossible <= of) return {};
    return fmt::format("in {} of {} collectives a rank ends before another begins: the clocks are not right",
                       impossible, of);
}

std::optional<std::size_t> waitsLeast(std::span<const WaitSums> sums) {
    std::optional<std::size_t> least;
    std::size_t present = 0;
    for (std::size_t r = 0; r < sums.size(); ++r) {
        if (sums[r].collectives == 0) continue;
        ++present;
        if (!least || sums[r].totalWaitNs < sums[*least].totalWaitNs) least = r;
    }
    return present < 2 ? std::nullopt : least;
}

std::optional<CollectiveRates> ratesOf(std::span<const RankRecord> records, const Matching& matching,
                                       const MatchedCollective& c, const CollectiveTimes& times) {
    CollectiveRates out;
    out.bytes = -1;
    for (const CommPlace& part : c.parts)
        out.bytes = std::max(out.bytes, records[part.record].events[part.event].bytes);
    if (out.bytes < 0) return std::nullopt;
    if (times.transferNs <= 0) return out;
    out.algorithm = static_cast<double>(out.bytes) / static_cast<double>(times.transferNs) * 1e9;
    const std::int64_t size = matching.groups[c.group].size;
    if (const auto factor = busFactor(c.kind, size > 0 ? std::optional(size) : std::nullopt))
        out.bus = *out.algorithm * *factor;
    return out;
}

} // namespace lanescope::align
