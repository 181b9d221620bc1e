// What part of the timeline is looked at, and how. The timeline area is: ruler at the top, room for a lane, pinned
// rows, scrolling rows; the header column at the left, the canvas right of it. Values; any thread.
#pragma once

#include "core/query/row_tree.h"
#include "core/query/short_names.h"
#include "core/query/time_axis.h"
#include "core/query/time_scale.h"
#include "widgets/scene/band_data.h"
#include "widgets/scene/piece_cache.h"
#include "widgets/scene/row_layout.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::scene {

inline constexpr double kRulerHeight = 25;
inline constexpr double kHeaderWidth = 220;

enum class ColourBy : std::uint8_t { Kind, Class, Name, Stream, Duration };

struct TimelineView {
    TimeScale scale; // of the canvas: px 0 is its left edge
    double width = 0, height = 0;
    double headerWidth = kHeaderWidth;
    double laneHeight = 0;        // left free below the ruler, for a lane that is drawn by others (findings)
    double scrollY = 0;           // of the scrolling rows
    RankTime zero{};              // the selected step, or the start of the trace
    std::string zeroName;         // "step 12", or empty
    std::optional<TimeAxis> axis; // of the ruler; none: it counts from `zero`
    ColourBy colourBy = ColourBy::Kind;
    // What a picture was asked to show: its header says that, not the column borders around it.
    std::optional<TimeRange> asked;
    std::optional<TimeRange> range; // the user's range
    enum class RangeHold : std::uint8_t { Free, Locked } rangeHold = RangeHold::Free;
    std::span<const SliceId> hits; // sorted; of the current search
    enum class Others : std::uint8_t { Plain, Dimmed } notHits = Others::Plain;

    double canvasWidth() const { return width > headerWidth ? width - headerWidth : 0; }
    TimeAxis shownAxis() const { return axis.value_or(TimeAxis{AxisClock::Step, zero, 0}); }
    double pinnedTop() const { return kRulerHeight + laneHeight; }
    double rowsTop(const RowLayout& layout) const { return pinnedTop() + layout.pinnedHeight; }
};

// All that a frame reads. Nothing is copied; everything must stay alive while it is used.
struct TimelineData {
    const TraceStore& store;
    const RowTree& tree;
    const RowLayout& layout;
    const RowState& rowState;
    const BandData& bands;
    ShortNames& names;          // filled on the way; one thread
    PieceCache* kept = nullptr; // of this store; none: lanes are folded anew for each frame
};

// The frame without pointer and selection, into `scene` (its memory is used again). Cost by pixels, not by events.
void buildTimeline(const TimelineData& data, const TimelineView& view, TextMeasure& text, Scene& scene);

// What lies at a point of the timeline area.
enum class Zone : std::uint8_t { Ruler, RulerHeader, Header, Canvas };
struct Hit {
    Zone zone = Zone::Canvas;
    std::optional<std::uint32_t> row; // index in the tree
    std::optional<std::uint32_t> lane;
    RankTime time{};              // under the point; canvas and ruler
    std::optional<SliceId> slice; // drawn as itself under (or within 2 px of) the point
    struct Folded {               // a folded run
        TimeRange range;
        std::uint64_t count = 0;
        SliceId longest;
    };
    std::optional<Folded> folded;
    std::optional<TimeRange> gap; // on the parts and idle bands: the idle stretch
    bool chevron = false;         // a header's folding mark
};
std::optional<Hit> hitTest(const TimelineData& data, const TimelineView& view, double x, double y);

// Where a slice is drawn now, in px of the timeline area, cut to the canvas horizontally; none when its row is folded,
// hidden or filtered. May lie above or below the visible rows.
std::optional<RectF> sliceRect(const TimelineData& data, const TimelineView& view, SliceId slice);

} // namespace lanescope::scene
