// The merged trace of several ranks into a file: each trace is read again (from its index, where there is one), so that
// one is in memory at a time. For a worker thread.
#pragma once

#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/merged_trace.h"

#include <filesystem>
#include <span>

namespace lanescope {

struct MergedCounts {
    std::size_t ranks = 0;
    std::uint64_t slices = 0, flowsLeftOut = 0;
};

// gzip where the name ends in .gz; written to a temporary name, then renamed. Errors: MissingData (a summary, or a file
// with several ranks: neither has a timeline of one rank), NotWritable, Cancelled, and those of the reading.
Result<MergedCounts> saveMerged(const RankSet& set, std::span<const RankSource> sources,
                                const std::filesystem::path& path, const MergedTraceOptions& options,
                                const LoadOptions& load, RunContext& context);

} // namespace lanescope
