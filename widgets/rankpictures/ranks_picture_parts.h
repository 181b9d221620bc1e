// The strips above and below the rows of a picture of ranks. Internal to widgets/rankpictures. One thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "widgets/ranks/ranks_document.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <string>
#include <utility>
#include <vector>

namespace lanescope::rankpictures {

inline constexpr double kMargin = 14, kTitleHeight = 40, kNumbersHeight = 78;

inline scene::Box boxAt(double x, double y, double w, double h, scene::Ink ink) {
    scene::Box out;
    out.rect = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(w), static_cast<float>(h)};
    out.fill = ink;
    return out;
}
inline scene::Label labelAt(double x, double y, std::string words, scene::Ink ink, const scene::TextStyle& style,
                            scene::Align align = scene::Align::Left) {
    scene::Label out{static_cast<float>(x), static_cast<float>(y), std::move(words), style, ink};
    out.align = align;
    return out;
}

scene::Scene titleStrip(const std::string& title, const std::string& facts, double width, scene::TextMeasure& text);

struct NumbersOfRank {
    std::string name;
    FourNumbers numbers;
};
// The four numbers: the mean over the ranks, and which ranks have least and most.
scene::Scene numbersStrip(const std::vector<NumbersOfRank>& ranks, const GapThresholds& thresholds, double width,
                          scene::TextMeasure& text);

// One or two lines: who keeps the others waiting, what it costs, why, how sure that is.
scene::Scene verdictStrip(const ranksview::RanksDocument& document, double width, scene::TextMeasure& text);

// Of all devices of a rank over a stretch of the ruler, on the rank's own clock.
FourNumbers numbersOf(const ranksview::RanksDocument& document, std::size_t record, TimeRange onRuler,
                      const GapThresholds& thresholds);

} // namespace lanescope::rankpictures
