// Two traces, before and after a change: what became of the numbers, the kernels and the findings. Any thread.
#pragma once

#include "core/base/run_context.h"
#include "core/report/review.h"

#include <vector>

namespace lanescope::report {

struct BeforeAfter {
    ReviewTrace before, after;
    std::vector<Table> tables; // of core/analysis/compare
    bool perStep = false;      // figures per step: both have steps that count
};

// With a range on either side that side is compared by it, and figures are not per step. Errors: Cancelled.
Result<BeforeAfter> compareReviews(ReviewTrace before, ReviewTrace after, const GapThresholds& thresholds,
                                   RunContext& context);

// What changed first, then both reviews.
Document beforeAfter(const BeforeAfter& both, const Redactor* leftOut);
// For a pull request, as Markdown: a row per figure with before, after and change, and one sentence about findings.
std::string pullRequestChange(const BeforeAfter& both);

} // namespace lanescope::report
