// A generated trace made ready to be shown, with the finding it was made for and where that can be seen. For jobs; any
// thread. What it writes on the way lies in a temporary folder that is gone when it returns.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "widgets/timeline/document.h"
#include "widgets/trainer/practice.h"

#include <QString>

#include <memory>
#include <vector>

namespace lanescope::trainer {

struct PracticeTrace {
    std::shared_ptr<const timeline::OpenTrace> open;
    std::shared_ptr<const timeline::TraceFacts> facts;
    std::shared_ptr<const FindingsResult> findings; // the one it was made for, first; times of the trace shown
    std::vector<Interval> evidence;                 // where it can be seen; empty when healthy
};

// `title` stands for the file's name. Errors: as of writing and loading; Internal when what was planned is not found.
Result<PracticeTrace> makePracticeTrace(const RoundPlan& plan, const QString& title, RunContext& context);

} // namespace lanescope::trainer
