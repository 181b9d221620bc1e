#include "app/cli/commands/cut_ranks.h"

#include "core/session/ranks/rank_set.h"
#include "core/session/ranks/record_rank.h"

#include <algorithm>
#include <limits>

namespace lanescope::cli {

std::vector<TimeRange> rangesOnOneClock(const std::vector<std::pair<std::string, LoadedTrace>>& traces,
                                        const OffsetRange& offsets) {
    if (traces.size() < 2) return {};
    std::vector<align::RankRecord> records;
    for (std::size_t i = 0; i < traces.size(); ++i)
        records.push_back(recordRank(*traces[i].second.store, std::to_string(i))); // the set sorts them: found by this
    const RankSet set = makeRankSet(std::move(records));
    if (set.discovery.present.size() < 2) return {};
    std::int64_t zero = std::numeric_limits<std::int64_t>::max();
    for (std::size_t r = 0; r < set.records.size(); ++r) { // as pictures of ranks count
        const auto common = [&](std::int64_t ns) { return count(set.alignment.ranks[r].toCommon(ns)); };
        if (set.records[r].begin < set.records[r].end) zero = std::min(zero, common(set.records[r].begin));
        for (const align::RankStep& step : set.records[r].steps) zero = std::min(zero, common(step.begin));
    }
    if (zero == std::numeric_limits<std::int64_t>::max()) return {};
    std::vector<TimeRange> out(traces.size());
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankClockFit& clock = set.alignment.ranks[r];
        out[std::stoull(set.records[r].file)] = timeRange(clock.toFile(CommonTime{Ns{zero + offsets.beginNs}}),
                                                          clock.toFile(CommonTime{Ns{zero + offsets.endNs}}));
    }
    return out;
}

} // namespace lanescope::cli
