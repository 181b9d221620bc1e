// Ranks as the window reads them: a whole job found and compared as records, and the timeline of one rank opened when
// it is looked at. Both are made by jobs; immutable when done; any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/query/row_tree.h"
#include "core/session/load_trace.h"
#include "core/session/ranks/companions.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"
#include "widgets/ranks/rank_measures.h"
#include "widgets/scene/rank_bands.h"

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
    std::shared_ptr<RankMeasures> measures;           // on the clocks of `set`; null: not worked out yet
    std::shared_ptr<const RankCompanions> companions; // logs and dumps beside them; null: none
    std::vector<TraceSource> timelines;               // by record; no path: a summary without its trace
    // Where the timeline of a record comes from: its own file, or the trace that a summary was made of, where it lies
    // beside it. Null: there is none.
    const TraceSource* timelineOf(std::size_t record) const;
    const RankSource* sourceOf(const align::RankRecord& record) const; // null: of a summary
    // The timelines as sources to be read again, each once; and a set of these records called by their timelines, which
    // is how what is read from the sources is told apart.
    std::vector<RankSource> traceSources() const;
    RankSet calledByTraces(RankSet set) const;
    bool isSummary(std::size_t record) const; // the record was not made from a trace that was read now
    std::vector<std::string> newer;           // traces that were changed after their summary, and read for it
    // "rank 2 twice: a.json, b.json", "missing rank 5", what could not be read: one sentence each.
    std::vector<std::string> troubles() const;
};

// Everything named by `inputs` (files, folders, archives, summaries, patterns such as "run/rank*.json.gz").
// Progress counts the bytes of all files together. Without traces: the ranks of flight recorder dumps, or, of logs
// alone, a job without records.
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
    scene::IdleOwners owners = scene::IdleOwners::NotYet; // of the bands
    DeviceWork all;                                       // unions of all devices together; without the lists of work
    std::vector<std::uint32_t> eventSlices; // of a summary's rank: rows of the record's events; else empty
};
// The timeline of one record. Errors: those of loadTrace; MissingData for a record of a summary.
Result<std::shared_ptr<const RankTrace>> openRankTrace(const RankJob& job, std::size_t record,
                                                       const LoadOptions& options, RunContext& context);

// The same with the owners of its idle time, for rows that show them.
Result<std::shared_ptr<const RankTrace>> withOwners(const RankTrace& trace, RunContext& context);

} // namespace lanescope::ranksview
