// Ranks as the window reads them: a whole job found and compared as records, and the timeline of one rank opened when
// it is looked at. Both are made by jobs; immutable when done; any thread.
#pragma once

#include "core/query/row_tree.h"
#include "core/session/load_trace.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"
#include "widgets/scene/band_data.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope::ranksview {

struct RankJob {
    std::string title; // of the folder or the first file
    std::vector<RankSource> sources;
    RankSet set;
    std::vector<std::pair<std::string, Error>> failed; // sources that could not be read
    std::vector<std::string> skipped;                  // of folders: no traces
    std::uint64_t events = 0;
    // Where a record comes from; null for a summary, which has no timeline.
    const RankSource* sourceOf(std::size_t record) const;
};

// Everything named by `inputs` (files, folders, archives, summaries, patterns such as "run/rank*.json.gz").
Result<std::shared_ptr<const RankJob>> loadRankJob(const std::vector<std::string>& inputs, LoadRanksOptions options,
                                                   RunContext& context);

// The folder's name, or that of the files.
std::string titleOf(const std::vector<std::string>& inputs);

// The same of sources that are known already, as those of a session.
Result<std::shared_ptr<const RankJob>> loadRankJob(std::vector<RankSource> sources, std::string title,
                                                   const LoadRanksOptions& options, RunContext& context);

// First start of the slice of exactly this name on every rank, by record, on its own clock; none: not there.
Result<std::vector<std::optional<std::int64_t>>> findRankEvent(const RankJob& job, const std::string& name,
                                                               LoadRanksOptions options, RunContext& context);

// Names with * and ? in their last part as the files that fit, by name; others as they are.
std::vector<std::string> expandPatterns(const std::vector<std::string>& inputs);

struct RankTrace {
    LoadedTrace trace;
    RowTree tree;
    scene::BandData bands;
};
// The timeline of one record. Errors: those of loadTrace; MissingData for a record of a summary.
Result<std::shared_ptr<const RankTrace>> openRankTrace(const RankJob& job, std::size_t record,
                                                       const LoadOptions& options, RunContext& context);

} // namespace lanescope::ranksview
