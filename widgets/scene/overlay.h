// What lies over a finished frame: selection, same names, arrows, the pointer's line. Small, rebuilt on every move of
// the pointer without touching the frame below. A value; any thread.
#pragma once

#include "widgets/scene/timeline_view.h"

#include <span>
#include <string>
#include <vector>

namespace lanescope::scene {

enum class LinkKind : std::uint8_t { Launch, Chain, ForwardBackward, EventWait, Collective };
struct Link {
    SliceId from, to;
    LinkKind kind = LinkKind::Launch;
    std::string chip; // "queued 1.45 ms" on the longest delay; else empty
};

// A path through the trace, such as the critical one: slices in order, each with how it led to the next.
enum class PathEdge : std::uint8_t { None, Next, Launch, Wait }; // None: nothing is drawn to the next one
struct PathPiece {
    SliceId slice;
    PathEdge edge = PathEdge::Next;
    std::string chip = {}; // words on the edge, such as a delay; else empty
};
// A longer path in view is drawn as its outlines alone, and of those the longest; what is narrow is underlined.
inline constexpr std::size_t kMostPathEdges = 200, kMostPathOutlines = 2000;

struct OverlayState {
    std::vector<SliceId> selection;   // the last has the ring
    std::optional<StringId> sameName; // marked in view
    std::vector<SliceId> related;     // dashed outline
    std::vector<Link> links;
    std::size_t linksLeft = 0;       // more than are drawn: said at the bottom right of the rows
    std::span<const PathPiece> path; // of the owner
    std::optional<double> pointerX;  // px of the timeline area: the line over all rows and its chip in the ruler
    std::optional<SliceId> hover;    // outlined
    std::optional<SliceId> currentHit;
};

void buildOverlay(const TimelineData& data, const TimelineView& view, const OverlayState& state, TextMeasure& text,
                  Scene& scene);

// Launch to work (or back), with the queue delay on its chip.
std::vector<Link> launchLinks(const TraceStore& store, SliceId slice);

} // namespace lanescope::scene
