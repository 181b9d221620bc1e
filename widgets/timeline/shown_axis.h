// What the ruler counts in now: the chosen clock, on the open trace, from the chosen step. GUI thread.
#pragma once

#include "core/query/time_axis.h"
#include "widgets/timeline/document.h"
#include "widgets/timeline/selection.h"
#include "widgets/timeline/view_state.h"

namespace lanescope::timeline {

struct Shared;

// The start of the chosen step, else of the trace. Only while a trace is open, as the next.
RankTime stepZero(const Shared& shared);
TimeAxis shownAxis(const Shared& shared);

} // namespace lanescope::timeline
