// Texts of pages: broken into lines by the real fonts, drawn as text. One thread.
#pragma once

#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"

#include <QPointF>

#include <string>
#include <string_view>
#include <vector>

class QPainter;

namespace lanescope::pictures {

// Breaks at blanks and line breaks; a word that is wider than a line is broken where it must be.
std::vector<std::string> brokenLines(std::string_view text, const scene::TextStyle& style, double width,
                                     paint::Fonts& fonts);
// The widest line; 0 when there is none.
double widestLine(const std::vector<std::string>& lines, const scene::TextStyle& style, paint::Fonts& fonts);

struct PageText {
    std::vector<std::string> lines;
    scene::TextStyle style;
    scene::Ink ink = scene::Ink::Text;
    double lineHeight = 18;
    double height() const { return lineHeight * static_cast<double>(lines.size()); }
};
// `x` is the left end, the middle or the right end, by `align`; `y` the top of the first line.
void drawText(QPainter& painter, const PageText& text, double x, double y, scene::Align align, paint::Fonts& fonts,
              const paint::Theme& theme);

} // namespace lanescope::pictures
