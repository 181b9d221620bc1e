// What a matched collective cost each of its ranks, on the common clock (METRICS 7): waiting = latest start - own
// start; transfer = duration - waiting. Any thread.
#pragma once

#include "core/align/alignment.h"
#include "core/align/matching.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::align {

// Between clocks that are years apart a wait is no more than this (a hundred days), so that sums stay in range.
inline constexpr std::int64_t kLongestWaitNs = std::int64_t{1} << 53;

struct CollectiveTimes {
    std::vector<std::int64_t> startNs, endNs, waitNs; // per part; common clock
    std::int64_t latestStartNs = 0;
    std::int64_t skewStartNs = 0, skewEndNs = 0; // largest - smallest
    std::size_t lastPart = 0;                    // who came last (the first of those that did)
    std::int64_t transferNs = 0;                 // duration of who came last: it waits for nobody
    bool isLast(std::size_t part) const { return waitNs[part] == 0; }
};
CollectiveTimes timesOf(std::span<const RankRecord> records, const Alignment& alignment, const MatchedCollective& c);

// Sums over the collectives of each rank. Point to point takes no part.
struct WaitSums {
    std::int64_t totalWaitNs = 0;
    std::uint64_t collectives = 0, timesLast = 0;
};
std::vector<WaitSums> waitSums(std::span<const RankRecord> records, const Alignment& alignment,
                               std::span<const MatchedCollective> collectives);

// Why the clocks cannot be right, as a sentence; empty: nothing says so. Nobody leaves a collective of all before the
// last has come: an alignment under which more than a quarter of them say so, by more than 5 x its residual, is wrong.
// Collectives across parts of the alignment are not asked.
std::string clocksRefuted(std::span<const RankRecord> records, const Matching& matching, const Alignment& alignment);

// Ranks whose clocks nothing ties together cannot be told to wait for one another.
bool onOneClock(const Alignment& alignment, const MatchedCollective& c);

// The record with the least total wait among those with collectives; none when fewer than two have any.
std::optional<std::size_t> waitsLeast(std::span<const WaitSums> sums);

// Bytes and rates of a collective: the size of the largest part, in the time of who came last (a part that waits is no
// measure). None without sizes.
struct CollectiveRates {
    std::int64_t bytes = 0;
    std::optional<double> algorithm, bus; // bytes per second
};
std::optional<CollectiveRates> ratesOf(std::span<const RankRecord> records, const Matching& matching,
                                       const MatchedCollective& c, const CollectiveTimes& times);

} // namespace lanescope::align
