// The review report of several ranks as the window has them: the content of `lanescope-cli report` on their folder,
// with the clocks as they are laid now. Made by a job from copies; any thread.
#pragma once

#include "app/gui/window/report_job.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"
#include "widgets/rankpictures/ranks_picture.h"

namespace lanescope::app {

struct RanksReportSource {
    rankpictures::RanksPictureSource picture; // the timelines that are open
    RankSet set;
    std::string title, event;            // of the job; of what the clocks were laid by
    std::vector<std::int64_t> shiftedNs; // by hand, by record
    GapThresholds thresholds;
};

// Each trace is read again, one after the other. The range of the wish and notes are not of ranks: left alone.
// Progress counts bytes of the trace that is read. Errors: Cancelled, those of the analyses.
Result<report::Document> makeRanksReport(const RanksReportSource& source, const ReportWish& wish, RunContext& context);

} // namespace lanescope::app
