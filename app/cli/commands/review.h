// The illustrated forms of `report`: one HTML file, Markdown with pictures beside it, PDF, and a table for pull
// requests. One thread.
#pragma once

#include "app/cli/frame/exit_code.h"
#include "app/cli/frame/load.h"
#include "core/analysis/four_numbers.h"

#include <string>

namespace lanescope::cli {

struct ReviewRequest {
    std::string html, markdown; // files to write; empty: not asked for
    bool pullRequest = false;   // the table, to stdout or `output`
    bool before = false;        // two traces: before and after
    bool keepNames = false;
    bool noPictures = false;
    std::string output;
    GapThresholds thresholds;
    bool asked() const { return !html.empty() || !markdown.empty() || pullRequest; }
};

ExitCode runReview(const LoadRequest& load, const ReviewRequest& request);

} // namespace lanescope::cli
