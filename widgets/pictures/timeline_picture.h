// The timeline of a trace as a picture: title, ruler, bands, rows, legend. The same scene as the window. One thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/base/result.h"
#include "core/notes/note.h"
#include "core/query/row_tree.h"
#include "core/store/trace_store.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"
#include "widgets/scene/band_data.h"
#include "widgets/scene/overlay.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/timeline_view.h"

#include <QImage>

#include <optional>
#include <string>
#include <vector>

namespace lanescope::pictures {

struct TimelinePictureOptions {
    double width = 1600;
    std::optional<double> height;             // none: as high as the rows, up to kMaxHeight
    std::optional<TimeRange> range;           // none: the step, else the whole trace
    std::optional<std::int64_t> step;         // ProfilerStep number; the ruler counts from its start
    std::optional<std::int64_t> countFrom;    // the ruler counts from this step, whatever is shown
    std::vector<std::string> tracks;          // keep rows whose key or name contains one of these; empty: all
    const FindingsResult* findings = nullptr; // brackets above the rows; none: no findings lane
    std::vector<notes::Note> notes = {};      // cards above the ruler; those outside are named in the method
    std::string title = {};                   // else the name of the file
    double headerWidth = scene::kHeaderWidth; // of the column with the names of rows
    // For reviews: the four numbers of the range (of this work; none: left out), scale bar, and how it was measured.
    const std::vector<DeviceWork>* numbersOf = nullptr;
    GapThresholds thresholds = {};
    enum class Method : std::uint8_t { None, Told } method = Method::None;
    std::string alignment = "One rank, own clock, no alignment.";          // a sentence for the method
    enum class Paths : std::uint8_t { Kept, Removed } paths = Paths::Kept; // names of machines and people too
    std::vector<std::string> hiddenNames = {};                             // further ones to leave out then
    std::string file = {};                    // where the trace lies: its folders may give names away
    std::optional<scene::RowState> rows = {}; // none: as a new window has them
    scene::ColourBy colourBy = scene::ColourBy::Kind;
    AxisClock axis = AxisClock::Step;       // of the ruler
    std::vector<std::string> onlyRows = {}; // by Row::key: exactly these, with their groups; empty: all
    std::optional<DeviceKey> numbersDevice; // whose four numbers; none (or not in numbersOf): the first
    std::optional<TimeRange> marked;        // the user's range: tint, edges, length
    scene::TimelineView::RangeHold markedHold = scene::TimelineView::RangeHold::Free;
    std::vector<SliceId> hits = {};      // of a search, sorted: marked, all others dimmed
    std::vector<SliceId> selection = {}; // the last has the ring, its arrows, and others of its name underlined
    enum class Arrows : std::uint8_t {
        None,
        OfSelection,
        All // of the selection, else of all in view while they are few, as in the window
    } arrows = Arrows::OfSelection;
    std::vector<scene::PathPiece> path = {}; // the critical path, outlined
    double margin = 0;                       // px left and right of everything; 32 in pictures for reviews
    enum class Legend : std::uint8_t { Drawn, Left } legend = Legend::Drawn;
};
inline constexpr double kMaxHeight = 4000;

inline constexpr double kReviewMargin = 32;

struct Part {
    scene::Scene scene;
    double y = 0, x = 0;
};
struct Picture {
    double width = 0, height = 0;
    std::vector<Part> parts;
};

// The device whose four numbers are shown; null when none are.
const DeviceWork* numbersDevice(const TimelinePictureOptions& options);

// Error when the step does not exist or no row is left.
Result<Picture> timelinePicture(const TraceStore& store, const RowTree& tree, const scene::BandData& bands,
                                const TimelinePictureOptions& options, paint::Fonts& fonts);

// A picture as dots, and a PNG of it (picture_files.h writes other kinds of files too).
QImage toImage(const Picture& picture, const paint::Theme& theme, double scale, paint::Fonts& fonts);
Status savePng(const QImage& image, const std::string& path);

} // namespace lanescope::pictures
