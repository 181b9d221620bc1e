// What lies over the rows of a picture of ranks, in its order. Internal to widgets/rankpictures. Pure.
#pragma once

#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

namespace lanescope::rankpictures {

// Words and figures of the rows that joins and the lines of notes would cross, to be drawn above those.
scene::Scene labelsAbove(const scene::Scene& rows, const scene::Scene& joins, const scene::Scene& notes,
                         double headerWidth, scene::TextMeasure& text);

// The numbered discs at the places of notes, taken out of what lies over the rows: drawn last, nothing covers them.
scene::Scene takeDiscs(scene::Scene& notes);

} // namespace lanescope::rankpictures
