// Reports of several ranks: a folder, an archive or several files of one job, and two such jobs before and after. One
// thread.
#pragma once

#include "app/cli/commands/review.h"
#include "app/cli/frame/stopping.h"
#include "core/export/redact.h"

#include <optional>

namespace lanescope::cli {

// Nothing: these are not several ranks of a job. `hidden`: words to leave out whatever the traces say.
std::optional<ExitCode> runRankReview(const LoadRequest& load, const ReviewRequest& request,
                                      const ReviewPictures& pictures, const Redactor& hidden, const Stopping& stopping);

} // namespace lanescope::cli
