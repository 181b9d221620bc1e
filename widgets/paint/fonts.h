// Inter and JetBrains Mono as compiled in (else the system's sans), with figures of equal width, and the texts shaped
// so far. Measures for the scene, draws for the painter. One thread.
#pragma once

#include "widgets/scene/text_measure.h"

#include <QFont>

#include <memory>

class QPainter;

namespace lanescope::paint {

class TextTiles;

// Makes the compiled-in fonts known to Qt; once, after the QGuiApplication exists. False: the system's sans is used.
bool loadFonts();
QFont font(const scene::TextStyle& style); // for widgets; size in px

class Fonts final : public scene::TextMeasure {
public:
    Fonts();
    ~Fonts() override;
    double width(std::string_view utf8, const scene::TextStyle& style) override;
    // Baseline at (x, y) in the painter's coordinates, in its pen's colour.
    void draw(QPainter& painter, double x, double y, std::string_view utf8, const scene::TextStyle& style);

    // As text, for files: it can be searched and copied there.
    void drawAsText(QPainter& painter, double x, double y, std::string_view utf8, const scene::TextStyle& style);

    TextTiles& tiles(); // of labels drawn into images

private:
    struct Cache;
    std::unique_ptr<Cache> m_cache;
};

} // namespace lanescope::paint
