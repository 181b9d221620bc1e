// What a window shows, as a picture: a session and a few choices become the options of the picture builder. The export
// dialog and `lanescope-render SESSION` both go through here, so that both give the same bytes. Pure; one thread.
#pragma once

#include "core/base/run_context.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/timeline_picture.h"

namespace lanescope::pictures {

scene::RowState rowStateOf(const session::Rows& rows);
session::Rows sessionRowsOf(const scene::RowState& state); // without how the tree is built
RowTreeOptions treeOptionsOf(const session::Rows& rows, std::shared_ptr<const CounterSet> counters);
scene::ColourBy colourByOf(std::string_view word);
std::string wordOf(scene::ColourBy by);
paint::ThemeId themeOf(std::string_view word); // dark, light, print, contrast
std::string wordOf(paint::ThemeId theme);
// With the owners of idle time, as the window has them.
scene::BandData bandsWithOwners(const TraceStore& store, const std::vector<DeviceWork>& devices);

// The slices that a search finds, sorted. Errors: Usage (what is wrong with the query), Cancelled.
Result<std::vector<SliceId>> hitsOf(const TraceStore& store, std::string_view search, RunContext& context);
// The critical path that the session shows; empty: none. Errors: those of the analysis.
Result<std::vector<scene::PathPiece>> criticalPathOf(const TraceStore& store, const session::Session& session,
                                                     RunContext& context);

struct PictureWish {
    enum class Time : std::uint8_t { View, Range, Step, Whole } time = Time::View;
    enum class Rows : std::uint8_t { Shown, InView } rows = Rows::Shown;
    std::optional<TimeRange> range;   // in place of `time`
    std::optional<std::int64_t> step; // in place of `time` and of the session's step
    std::vector<std::string> words;   // only rows that hold one; empty: as `rows` says
    double width = 1200;
    std::optional<double> height, headerWidth; // none: as high as the rows; the session's, or less in narrow pictures
    std::string title;
    std::optional<std::int64_t> device; // whose four numbers; none: the first
    bool numbers = true, findings = true, notes = true, method = true, legend = true;
    bool marks = true; // selection with its arrows, the range, hits of the search, the critical path
    enum class Arrows : std::uint8_t { AsSession, None } arrows = Arrows::AsSession;
    double margin = kReviewMargin;
    bool namesLeftOut = false;                 // hosts, users, path prefixes, the file's name
    std::vector<std::string> hiddenNames = {}; // further ones
};

struct PictureInput {
    const session::Session& session;
    const TraceStore& store;
    const RowTree& tree;
    const std::vector<DeviceWork>& devices;
    const FindingsResult* findings = nullptr; // of this store; null: not looked for
    std::vector<notes::Note> notes;
    std::vector<SliceId> hits = {};          // of the session's search, sorted
    std::vector<scene::PathPiece> path = {}; // the critical path, where it is shown
};
// `input` must outlive the options. Times that the trace does not have (a step, a range) fall back to the view.
TimelinePictureOptions pictureOptions(const PictureInput& input, const PictureWish& wish);

} // namespace lanescope::pictures
