// Below the rows of a picture of ranks: one figure by rank and step as a heat map, and what speaks for the straggler.
// Internal to widgets/rankpictures. One thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <string>
#include <string_view>

namespace lanescope::rankpictures {

// The heat map at the left, evidence and bars at its right, beside each other where there is room (all below each other
// where the picture is narrow). `metric`: as
// findRankMetric(); not known: waiting; empty: waiting, or compute where nobody waits. Without steps the heat map says
// so. Many ranks and steps are put together, which is said. Its height is 0 when there is nothing to show.
scene::Scene evidenceStrip(const ranksview::RanksDocument& document, std::string_view metric, double width,
                           scene::TextMeasure& text);

struct Place {
    double x = 0, y = 0, width = 0; // y: of the first baseline
};
struct Corner {
    double right = 0, bottom = 0;
};
// The heat map of that strip, at most as wide as said. Returns where it ends.
Corner addHeatMap(const ranksview::RanksDocument& document, std::string_view metric, Place at, scene::Layer& layer,
                  scene::TextMeasure& text);

} // namespace lanescope::rankpictures
