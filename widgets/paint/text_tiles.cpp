#include "widgets/paint/text_tiles.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::paint {

namespace {

constexpr std::size_t kMostDots = 4u << 20; // of all tiles: 16 MB
constexpr std::size_t kMostTexts = 32'768;
constexpr std::size_t kMostGrounds = 8; // of one text
constexpr int kWidest = 2048;           // device px

void append(std::string& key, const void* bytes, std::size_t count) {
    key.append(static_cast<const char*>(bytes), count);
}

// The text over a ground, in a picture whose (left, top) is `from` from the text's left end and baseline.
QImage drawn(Fonts& fonts, const TextTiles::Place& place, std::string_view utf8, const scene::TextStyle& style,
             const QColor& ink, QRgb ground, const QRect& area) {
    QImage image(area.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(ground); // a dot as it is
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(ink);
    painter.scale(place.scale, place.scale);
    fonts.draw(painter, (place.quarter / 4.0 - area.left()) / place.scale, -area.top() / place.scale, utf8, style);
    painter.end();
    return image;
}

// Where anything is drawn at all.
QRect inkOf(const QImage& image) {
    QRect out;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            if (line[x] != 0) out |= QRect(x, y, 1, 1);
    }
    return out;
}

} // namespace

TextTiles::Text* TextTiles::find(Fonts& fonts, const Place& place, std::string_view utf8, const scene::TextStyle& style,
                                 const QColor& ink) {
    const QRgb rgba = ink.rgba();
    m_key.assign(utf8);
    m_key += '\0';
    append(m_key, &place.quarter, sizeof place.quarter);
    append(m_key, &place.scale, sizeof place.scale);
    append(m_key, &rgba, sizeof rgba);
    append(m_key, &style.size, sizeof style.size);
    append(m_key, &style.weight, sizeof style.weight);
    m_key += style.mono ? 'm' : 's';
    if (const auto it = m_texts.find(m_key); it != m_texts.end()) return &it->second;

    const double size = static_cast<double>(style.size) * place.scale;
    const int margin = static_cast<int>(std::ceil(0.4 * size)) + 1; // glyphs may reach beyond their advance
    const double width = std::ceil(fonts.width(utf8, style) * place.scale) + 2 * margin + 1;
    if (!(width <= kWidest) || size > 128) return nullptr;
    const int top = -static_cast<int>(std::ceil(1.2 * size));
    const QRect area(-margin, top, static_cast<int>(width), static_cast<int>(std::ceil(0.5 * size)) - top);
    if (m_texts.size() >= kMostTexts || m_dots > kMostDots) {
        m_texts.clear();
        m_dots = 0;
    }
    Text text;
    text.ink = inkOf(drawn(fonts, place, utf8, style, ink, 0, area)).translated(area.topLeft());
    return &m_texts.emplace(m_key, std::move(text)).first->second;
}

bool TextTiles::draw(PixelFill& pixels, Fonts& fonts, const Place& place, std::string_view utf8,
                     const scene::TextStyle& style, const QColor& ink) {
    Text* const text = find(fonts, place, utf8, style, ink);
    if (text == nullptr) return false;
    if (text->ink.isEmpty()) return true;
    const QRect at = text->ink.translated(place.left, place.baseline);
    const std::optional<QRgb> ground = pixels.groundOf(at);
    if (!ground) return false;
    auto it =
        std::find_if(text->tiles.begin(), text->tiles.end(), [&](const Tile& tile) { return tile.ground == *ground; });
    if (it == text->tiles.end()) {
        if (text->tiles.size() >= kMostGrounds) return false;
        const QImage image = drawn(fonts, place, utf8, style, ink, *ground, text->ink);
        Tile tile{*ground, {}};
        for (int row = 0; row < image.height(); ++row) {
            const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(row));
            tile.dots.insert(tile.dots.end(), line, line + image.width());
        }
        m_dots += tile.dots.size();
        it = text->tiles.insert(text->tiles.end(), std::move(tile));
    }
    pixels.put(at, it->dots.data());
    return true;
}

} // namespace lanescope::paint
