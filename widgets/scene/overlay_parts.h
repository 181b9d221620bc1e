// Parts of the overlay that several kinds of marks share. Internal to widgets/scene.
#pragma once

#include "widgets/scene/overlay.h"

#include <optional>

namespace lanescope::scene {

enum OverLayer : std::size_t { kMarks, kPinnedMarks, kLinks, kPointer, kOverLayers };

struct Overlay {
    const TimelineData& data;
    const TimelineView& view;
    TextMeasure& text;
    Scene& scene;
};

// Where else than on its own row a slice is drawn: on pinned copies of rows, and on rows made from filters.
struct Copy {
    RectF rect;
    OverLayer layer = kMarks;
};
std::vector<Copy> copiesOf(const Overlay& o, SliceId slice);

bool inRows(const Overlay& o, const RectF& rect);
Box frameBox(RectF rect, double grow, Ink ink, float width);

// Where a link meets a slice: the end in the view, a stub at the edge, or a dot on a folded group.
struct LinkEnd {
    PointF at;
    bool shown = true; // the slice itself is drawn
};
std::optional<LinkEnd> linkEnd(const Overlay& o, SliceId slice, bool isTarget, float otherY);

void addChip(Overlay& o, const std::string& words, PointF from, PointF to);
void addPath(Overlay& o, const OverlayState& state);
void addCounterValues(Overlay& o, const OverlayState& state);

} // namespace lanescope::scene
