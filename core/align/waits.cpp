#include "core/align/waits.h"

#include <algorithm>
#include <cstdint>

namespace lanescope::align {

CollectiveTimes timesOf(std::span<const RankRecord> records, const Alignment& alignment, const MatchedCollective& c) {
    CollectiveTimes out;
    for (const CommPlace& part : c.parts) {
        const CommEvent& event = records[part.record].events[part.event];
        const RankClockFit& clock = alignment.ranks[part.record];
        const std::int64_t start = count(clock.toCommon(event.begin));
        out.startNs.push_back(start);
        out.endNs.push_back(start + (event.end - event.begin)); // a duration is that of its own clock
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
