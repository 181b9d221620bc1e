// Curves from launches to their work. Internal to widgets/paint. One thread.
#pragma once

#include "widgets/paint/scene_painter.h"

#include <span>

class QPainter;

namespace lanescope::paint {

void paintArrows(QPainter& painter, std::span<const scene::Arrow> arrows, const Theme& theme, Target target);

} // namespace lanescope::paint
