// The illustrated forms of `report`: one HTML file, Markdown with pictures beside it, PDF, and a table for pull
// requests. One thread.
#pragma once

#include "app/cli/commands/review_files.h"
#include "app/cli/frame/exit_code.h"
#include "app/cli/frame/load.h"
#include "core/analysis/four_numbers.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

struct ReviewRequest {
    ReviewFiles files;
    bool pullRequest = false; // the table, to stdout or `output`
    bool before = false;      // two traces: before and after
    bool keepNames = false;
    bool noPictures = false;
    bool noNotes = false;
    std::string hide;  // further words to leave out, parted by commas
    std::string range; // "A..B" from the start of the trace
    std::optional<std::int64_t> step;
    std::string output;
    GapThresholds thresholds;
    bool asked() const { return files.any() || pullRequest; }
};

ExitCode runReview(const LoadRequest& load, const ReviewRequest& request);

} // namespace lanescope::cli
