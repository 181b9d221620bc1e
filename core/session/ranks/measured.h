// Matched collectives with what they cost, and figures by rank and step: what tables, the window and the exports show
// of several ranks. Any thread.
#pragma once

#include "core/align/waits.h"
#include "core/session/ranks/rank_set.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct MeasuredCollective {
    std::size_t index = 0; // in RankSet::matching.collectives
    align::CollectiveTimes times;
    std::optional<align::CollectiveRates> rates;
    std::int64_t meanWaitNs = 0, maxWaitNs = 0, exposedNs = 0; // exposed: mean over ranks
    std::optional<double> imbalance;                           // largest / mean input of an all-to-all
};

// All of them, by latest start.
std::vector<MeasuredCollective> measureCollectives(const RankSet& set);

// "collectives", "collective_kinds", "unmatched" and "pairs", in this order. `measured` as measureCollectives() gives
// it; lists of single collectives end after maxRows.
std::vector<Table> collectiveTables(const RankSet& set, std::span<const MeasuredCollective> measured,
                                    std::size_t maxRows);

// "dp0 DATA_PARALLEL_GROUP": name and description of a shared group.
std::string sharedGroupText(const RankSet& set, std::uint32_t group);

// The step number of the first part that lies in a step; none when no part does.
std::optional<std::int64_t> stepOfCollective(const RankSet& set, const align::MatchedCollective& c);

// Figures by rank and step.
struct RankMetric {
    std::string_view id;                                     // "step_time"
    std::string_view title;                                  // "step time"
    std::int64_t (*of)(const align::RankFigures&) = nullptr; // null: waiting
};
std::span<const RankMetric> rankMetrics();
const RankMetric* findRankMetric(std::string_view id); // null when there is none

using RankStepValues = std::map<std::pair<std::size_t, std::int64_t>, std::int64_t>; // (record, step number) -> ns
RankStepValues rankStepValues(const RankSet& set, const RankMetric& metric);
std::vector<std::int64_t> stepNumbers(const RankSet& set); // ascending, of all ranks

} // namespace lanescope
