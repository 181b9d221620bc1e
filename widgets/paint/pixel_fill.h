// Rectangles straight into the dots of an image: a timeline has tens of thousands of boxes, and a painter costs more
// per box than the box. Only for images of 32 bits under a painter whose clip is a rectangle. Internal to
// widgets/paint.
#pragma once

#include <QColor>
#include <QRect>

#include <optional>

class QPainter;

namespace lanescope::paint {

class PixelFill {
public:
    // None when the painter's device is something else (then use the painter).
    static std::optional<PixelFill> of(const QPainter& painter);
    void fill(int x, int y, int w, int h, const QColor& color) const; // device px; cut at clip and image

private:
    PixelFill() = default;
    QRgb* m_bits = nullptr;
    qsizetype m_stride = 0; // in dots
    QRect m_clip;           // device px
};

} // namespace lanescope::paint
