// Everything that follows from how the clocks of the ranks are laid: waits, verdict, tables. Worked out in one go, on
// a worker where the job is large. Values; any thread.
#pragma once

#include "core/align/straggler.h"
#include "core/session/ranks/measured.h"
#include "core/session/ranks/rank_verdict.h"
#include "widgets/scene/ranks_view.h"

#include <map>
#include <vector>

namespace lanescope::ranksview {

struct RankMeasures {
    std::vector<MeasuredCollective> measured;
    align::StragglerReport report;
    std::optional<align::PipelineStudy> pipeline; // of timelines of a whole job
    StragglerVerdict verdict;                     // of both, with the layout as it was then
    RankStepValues stepWaits;
    std::vector<std::vector<scene::RankWait>> waits;          // by record, by slice
    std::vector<std::map<std::uint32_t, std::size_t>> placed; // by record: slice -> index in measured
    std::vector<std::map<std::uint32_t, std::size_t>> paired; // by record: slice -> index in Matching::pairs
    // "collectives", "collective_kinds", "unmatched", "pairs", "alignment", "stragglers", "straggler_steps" and, where
    // they are known, "places", "pipeline", "straggler_nodes".
    std::vector<Table> tables;
    const Table& table(std::string_view id) const; // an empty one when there is none
};

inline constexpr std::size_t kMostTableRows = 20'000; // of lists of single collectives

RankMeasures measureRanks(const RankSet& set, std::optional<std::int64_t> ranksPerNode = {});

// Waits, collectives and pairs of one rank again, after its events got their rows.
void placeRank(const RankSet& set, std::size_t record, RankMeasures& out);

// More communication kernels than this take longer than a frame to measure.
inline constexpr std::size_t kMeasuredAtOnce = 4'000;
std::size_t eventsOf(const RankSet& set);

} // namespace lanescope::ranksview
