// Where words stand in the ruler, for those that draw over it. Internal to widgets/scene.
#pragma once

#include "widgets/scene/timeline_view.h"

#include <optional>
#include <vector>

namespace lanescope::scene {

inline constexpr double kRangeHandleTop = 2, kRangeHandleHeight = 21, kRangeHandleWidth = 6;
inline constexpr double kRulerBaseline = 16;
inline constexpr TextStyle kRangeStyle{11, 600, false};

struct RulerSpan { // px of the canvas
    double begin = 0, end = 0;
};
// Where the duration of the chosen range stands; nothing if there is no range or no room for it.
std::optional<RulerSpan> rangeWordsAt(const TimelineView& view, TextMeasure& text);

// All words of the ruler, those of its header as well; px of the timeline area.
std::vector<Label> rulerWords(const TimelineData& data, const TimelineView& view, TextMeasure& text);

} // namespace lanescope::scene
