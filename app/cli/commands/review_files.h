// A report becomes files, each at once or not at all. One thread.
#pragma once

#include "app/cli/commands/review_pictures.h"
#include "core/report/document.h"

namespace lanescope::cli {

struct ReviewFiles {
    std::string html, markdown, pdf; // empty: not asked for
    bool any() const { return !html.empty() || !markdown.empty() || !pdf.empty(); }
};
// Markdown's pictures are written first, so that it never names one that is not there.
Status writeReview(const report::Document& document, const ReviewFiles& files, const ReviewPictures& pictures);

} // namespace lanescope::cli
