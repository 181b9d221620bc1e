// What lies over the edge of a layer's clip, cut off: SVG files written by Qt 6.4 know no clipping. Pure; any thread.
#pragma once

#include "widgets/scene/scene.h"

#include <vector>

namespace lanescope::paint {

// Rounded boxes and diamonds stay whole; what lies outside is left out.
std::vector<scene::Box> cutBoxes(const std::vector<scene::Box>& boxes, const scene::RectF& clip);
// Horizontal and vertical lines; others stay as they are.
std::vector<scene::Line> cutLines(const std::vector<scene::Line>& lines, const scene::RectF& clip);

} // namespace lanescope::paint
