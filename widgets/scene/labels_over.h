// Words of a frame that lines laid over it would cross: drawn again above the lines, on the ground they stand on. Pure.
#pragma once

#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <span>

namespace lanescope::scene {

// `lines` in px of the frame. The layer belongs above whatever holds the lines; its clip is the caller's.
Layer labelsOver(const Scene& frame, std::span<const Line> lines, TextMeasure& text);

} // namespace lanescope::scene
