// Many ranks at once: traces are read side by side, each turned into its record and let go, so that memory holds only a
// few traces at a time; summaries are taken as they are. Runs on the caller's thread and helpers of its own.
#pragma once

#include "core/align/rank_record.h"
#include "core/session/load_trace.h"
#include "core/session/trace_sources.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

struct RankSource {
    TraceSource source;
    std::optional<std::int64_t> rank; // set by the user
    bool ofFolder = false;            // found beside others: what is no trace is skipped, not an error
};

struct LoadRanksOptions {
    LoadOptions load;       // rank and member are set per source; threads are shared between the traces
    std::string alignEvent; // exact name of a slice whose first start is wanted
};

struct LoadedRanks {
    std::vector<align::RankRecord> records;               // in the order of the sources
    std::vector<std::optional<std::int64_t>> eventStarts; // per record, file clock
    std::vector<std::pair<std::string, Error>> failed;    // source, why
    std::vector<std::string> skipped;                     // of folders: no traces
    std::vector<std::string> inSummaries;                 // not read: a summary beside them holds them
    std::vector<std::string> newer;                       // read: they were changed after the summary that holds them
};

// Progress counts bytes of all sources together, also of those that are half read. A trace is not read again when a
// summary in the same folder or above holds its rank (by file name and folders between them), unless it was changed
// after the summary: then what the summary holds of it does not count. Error: Cancelled.
Result<LoadedRanks> loadRanks(std::span<const RankSource> sources, const LoadRanksOptions& options,
                              RunContext& context);

// Whether what a summary holds is the rank of a trace beside or below it: its file ends like the way from the summary's
// folder to the trace ("node1/trace.json"; traces of several nodes may have one name).
bool isRecordOf(const align::RankRecord& record, const TraceSource& trace, const std::filesystem::path& summaryFolder);

// Folders, archives, files and patterns (path_patterns.h) as sources of ranks; a summary is a source like a trace.
Result<std::vector<RankSource>> rankSources(std::span<const std::string> inputs, const std::stop_token& stop);

} // namespace lanescope
