// Text of one width per character, so that scenes can be worked out by hand: 6 px at 11 px, in proportion at other
// sizes.
#pragma once

#include "widgets/scene/text_measure.h"

namespace lanescope::testing {

class FixedMeasure final : public scene::TextMeasure {
public:
    double width(std::string_view utf8, const scene::TextStyle& style) override {
        int characters = 0;
        for (const char c : utf8)
            if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) ++characters;
        return characters * 6.0 * static_cast<double>(style.size) / 11.0;
    }
};

} // namespace lanescope::testing
