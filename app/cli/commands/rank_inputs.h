// What the commands for several ranks share: their options, and reading all inputs at once. One thread.
#pragma once

#include "app/cli/frame/arguments.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/stopping.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

struct RankRequest {
    LoadRequest load;
    std::string align;    // none, step-start, ends, or event:NAME
    std::string layout{}; // as a person gives it (core/align/layout_given.h); empty: inferred
    std::string output{}; // a file that is about to be written: not read, unless an input names it; empty: none
};
void addRankOptions(ArgumentParser& parser, RankRequest& request); // all but the inputs

struct RankInputs {
    std::vector<align::RankRecord> records;
    std::vector<std::optional<std::int64_t>> eventStarts;
    std::vector<RankSource> sources;
    std::vector<std::pair<std::string, Error>> failed; // source, why; said already
    std::vector<ReadNote> reading;                     // what is to be said of it
    ExitCode code = ExitCode::Ok;                      // of the first input that could not be read; said already
};
// Errors of the request itself, and Cancelled.
Result<RankInputs> readRanks(const RankRequest& request, const Stopping& stopping);

// As `align` and `layout` ask; by the default when they ask nothing.
Result<RankSet> rankSetOf(const RankRequest& request, RankInputs inputs);

std::vector<std::string> partedByCommas(const std::string& text); // without empty ones

} // namespace lanescope::cli
