// How names are cut to the space they have (UI.md 8, "Short names"). A number is never cut: it fits or is not shown.
#pragma once

#include "widgets/scene/text_measure.h"

#include <string>
#include <string_view>

namespace lanescope::scene {

inline constexpr double kLabelLeastPx = 26; // narrower slices have no label
inline constexpr double kLabelPadding = 4;

struct Fitted {
    std::string text; // empty: nothing fits
    double width = 0;
};

// GPU work, from its short name: whole; without <...>; without _kernel; cut in the middle; the first word; nothing.
Fitted fitKernelName(std::string_view shortName, double maxWidth, const TextStyle& style, TextMeasure& text);
// Host rows: whole; the part behind the last "::" or "file(line): "; cut at the end with 5 letters or more; nothing.
Fitted fitHostName(std::string_view name, double maxWidth, const TextStyle& style, TextMeasure& text);
// Headers and tables: cut at the end with an ellipsis.
Fitted cutAtEnd(std::string_view name, double maxWidth, std::size_t leastLetters, const TextStyle& style,
                TextMeasure& text);

} // namespace lanescope::scene
