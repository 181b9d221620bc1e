// Several ranks side by side as a picture: title, numbers of the ranks, who keeps the others waiting, ruler and rows as
// the window draws them, scale bar, legend, and how it was measured, with the alignment of the clocks. The window's
// export, its clipboard and `lanescope-render` all draw through here. One thread, that of the document.
#pragma once

#include "core/analysis/four_numbers.h"
#include "widgets/pictures/timeline_picture.h"
#include "widgets/rankpictures/notes_of_ranks.h"
#include "widgets/rankpictures/ranks_session.h"

#include <memory>
#include <utility>
#include <vector>

namespace lanescope::rankpictures {

inline constexpr double kMostRanksHeight = 8000; // of a picture whose height nobody gave

struct RanksWish {
    enum class Time : std::uint8_t { View, Range, Step, Whole } time = Time::View;
    std::optional<TimeRange> range; // on the ruler, in place of `time`
    enum class Rows : std::uint8_t { Shown, InView } rows = Rows::Shown;
    std::vector<std::string> words; // only rows that hold one (compute, communication, parts, a stream); empty: all
    double width = 1600;
    std::optional<double> height, headerWidth;                         // none: as high as the rows; the session's
    std::string title;                                                 // none: the folder's name
    bool numbers = true, verdict = true, method = true, legend = true; // clocks are told without method, too
    bool evidence = true;      // heat map of ranks and steps, evidence about the straggler; of the view's figure
    bool notes = true;         // cards above the ruler, each joined to its rank and time
    RankNotes given = {};      // those notes
    bool marks = true;         // the user's range, the chosen slice and its collective
    bool namesLeftOut = false; // of files, hosts and users; path prefixes
    std::vector<std::string> hiddenNames = {}; // further ones to leave out then
    GapThresholds thresholds;
};

// What the document shows: its shown ranks (timelines open, else a message stands in their place), clocks, step and
// choice. Errors: MissingData when no row is left or the step was recorded by no rank; Usage for an empty range.
Result<pictures::Picture> ranksPicture(const ranksview::RanksDocument& document, const RanksView& view,
                                       const RanksWish& wish, paint::Fonts& fonts);

// A picture of a session over timelines that are open already: what a window shows, drawn from copies by a job. Makes a
// document of its own and reads the notes that lie beside the traces, so a worker. `wish.thresholds` are the session's.
struct RanksPictureSource {
    std::shared_ptr<const ranksview::RankJob> job;
    session::Session session;                                                                // with ranks
    std::vector<std::pair<std::size_t, std::shared_ptr<const ranksview::RankTrace>>> traces; // by record
};
RanksPictureSource pictureSource(const ranksview::RanksDocument& document, session::Session session);
Result<pictures::Picture> ranksPicture(const RanksPictureSource& source, RanksWish wish, paint::Fonts& fonts);

} // namespace lanescope::rankpictures
