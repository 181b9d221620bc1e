#include "widgets/timeline/shown_axis.h"

#include "widgets/timeline/timeline_widget.h"

namespace lanescope::timeline {

RankTime stepZero(const Shared& shared) {
    const TraceStore& store = shared.document.store();
    const auto step = shared.selection.step();
    if (step && *step < store.steps().size()) return store.start(SliceId{store.steps()[*step].slice});
    return store.extent().begin;
}

TimeAxis shownAxis(const Shared& shared) {
    return timeAxis(shared.document.store(), shared.view.axisClock(), stepZero(shared));
}

} // namespace lanescope::timeline
