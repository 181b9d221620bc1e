// How wide a text will be drawn. widgets/paint/fonts measures with the real fonts; tests use a fixed width.
#pragma once

#include "widgets/scene/scene.h"

#include <string_view>

namespace lanescope::scene {

class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    virtual double width(std::string_view utf8, const TextStyle& style) = 0; // px at 1x
};

} // namespace lanescope::scene
