// A legend of only the kinds, host roles and owners that a picture shows. A value; any thread.
#pragma once

#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

namespace lanescope::scene {

struct Legend {
    Scene scene; // transparent; entries in rows
    double height = 0;
};

// Reads what occurs from the boxes of `of`; entries flow over `width` from x = `left`.
Legend buildLegend(const Scene& of, double width, double left, TextMeasure& text);

} // namespace lanescope::scene
