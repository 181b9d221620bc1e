// What the page of several ranks shows, as a session, and back (docs/user/session.md). The window, its export and
// `lanescope-render` all come through here, so that the same session is the same picture everywhere. One thread, that
// of the document.
#pragma once

#include "core/session_file/session_file.h"
#include "widgets/ranks/ranks_document.h"

#include <optional>
#include <vector>

namespace lanescope::rankpictures {

struct RanksView { // what a page knows beside its document
    TimeScale scale;
    double headerWidth = scene::kHeaderWidth, canvasHeight = 0, scrollY = 0;
    std::optional<TimeRange> range; // the user's
    scene::RanksChoice choice;
    scene::ColourBy colourBy = scene::ColourBy::Kind;
    std::string heatMetric;
    AxisClock axis = AxisClock::Step;
};

// Without theme, window and figures, which are the window's.
session::Session sessionOf(const ranksview::RanksDocument& document, const RanksView& view);
// The traces of a session as inputs of loadRankJob().
std::vector<RankSource> sourcesOf(const session::Session& session);

// Clocks, which ranks are shown, the step. Ranks that the session does not know keep what they have. Nothing of it can
// be undone by the document's undo.
void apply(const session::Session& session, ranksview::RanksDocument& document);
// Traces, among those that are open, that are not what they were when the session was saved.
std::vector<Error> changedSince(const session::Session& session, const ranksview::RanksDocument& document);
// The record of an entry of the session; none: it is not among these ranks.
std::optional<std::size_t> recordOf(const session::Session& session, const ranksview::RanksDocument& document,
                                    std::size_t entry);
// The slice that was chosen, once the timeline of its rank is open; none: not found.
std::optional<ranksview::ChosenSlice> chosenIn(const session::Session& session,
                                               const ranksview::RanksDocument& document);
// The rest of the page. `canvasWidth`: where it is as wide as then, the view is exactly that of then, else it shows the
// same time.
RanksView viewOf(const session::Session& session, const ranksview::RanksDocument& document, double canvasWidth);

// Where the times of such a session count from: the first GPU work of the reference.
RankTime zeroOf(const ranksview::RanksDocument& document);

} // namespace lanescope::rankpictures
