// What a picture for a review says beside the rows: its title, the four numbers of its range, the method. One thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/export/redact.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <string>
#include <vector>

namespace lanescope::pictures {

inline constexpr double kNumbersHeight = 78;
// Busy, exposed communication, launch gaps, large gaps, between two hairlines.
scene::Scene numbersScene(const FourNumbers& numbers, const GapThresholds& thresholds, double width, double margin,
                          scene::TextMeasure& text);

// Small lines below the legend, wrapped to the width; the last of kMostMethodLines says that there are more.
inline constexpr std::size_t kMostMethodLines = 120;
scene::Scene methodScene(const std::vector<std::string>& sentences, double width, double margin,
                         scene::TextMeasure& text);

// A round length of at most a quarter of the canvas, right-aligned to `width` - `margin`, in a strip kScaleBarHeight
// high.
inline constexpr double kScaleBarHeight = 30;
scene::Scene scaleBarScene(double nsPerPx, double canvasWidth, double width, double margin, scene::TextMeasure& text);

// Names of machines and people are left out, in every label.
void removeNames(scene::Scene& scene, const Redactor& names);

} // namespace lanescope::pictures
