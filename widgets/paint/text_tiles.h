// Labels as small pictures that are kept: a painter puts every glyph down one by one, each time. How dark the rim of a
// glyph is depends on what lies below it, so a picture belongs to one ground, and is only used where the ground is of
// one colour: inside slices, in the header column. There it is what the painter would have drawn, to the dot. Internal
// to widgets/paint. One thread.
#pragma once

#include "widgets/paint/fonts.h"
#include "widgets/paint/pixel_fill.h"

#include <QRect>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::paint {

class TextTiles {
public:
    struct Place {
        int left = 0, baseline = 0; // device px of the text's left end and baseline
        int quarter = 0;            // of a px that the left end lies further right
        double scale = 1;           // device px per px of the scene
    };
    // False: let the painter draw it.
    bool draw(PixelFill& pixels, Fonts& fonts, const Place& place, std::string_view utf8, const scene::TextStyle& style,
              const QColor& ink);

private:
    struct Tile {
        QRgb ground = 0;
        std::vector<QRgb> dots; // row by row
    };
    struct Text {
        QRect ink; // from the place's left and baseline; empty: nothing is drawn
        std::vector<Tile> tiles;
    };
    Text* find(Fonts& fonts, const Place& place, std::string_view utf8, const scene::TextStyle& style,
               const QColor& ink);

    std::unordered_map<std::string, Text> m_texts;
    std::size_t m_dots = 0; // of all tiles
    std::string m_key;
};

} // namespace lanescope::paint
