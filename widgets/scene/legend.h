// A legend of only the kinds, host roles and owners that a picture shows. A value; any thread.
#pragma once

#include "core/store/columns.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <span>

namespace lanescope::scene {

struct Legend {
    Scene scene; // transparent; entries in rows
    double height = 0;
};

struct KindWords { // in place of the usual ones
    WorkKind kind = WorkKind::None;
    const char* words = "";
};

// Reads what occurs from the boxes of `of`; entries flow over `width` from x = `left`.
Legend buildLegend(const Scene& of, double width, double left, TextMeasure& text,
                   std::span<const KindWords> names = {});

} // namespace lanescope::scene
