// The eight patterns of idle owners (UI.md 6), as brushes. One thread.
#pragma once

#include "widgets/paint/theme.h"
#include "widgets/scene/band_data.h"

#include <QBrush>

namespace lanescope::paint {

// A texture of one 8 x 8 px tile at that scale, to be used in device px with the brush origin at the canvas's corner.
QBrush idleBrush(const Theme& theme, scene::IdleOwner owner, double scale);
QColor idleGround(const Theme& theme, scene::IdleOwner owner);
QColor idleEdge(const Theme& theme, scene::IdleOwner owner);
// The same strokes as lines, cut at the borders of the rectangle: for files without textures and clipping.
void drawIdleStrokes(QPainter& painter, const Theme& theme, scene::IdleOwner owner, const QRectF& rect);

} // namespace lanescope::paint
