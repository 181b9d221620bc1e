// Rectangles straight into the dots of an image: a timeline has tens of thousands of boxes, and a painter costs more
// per box than the box. Only for images of 32 bits under a painter whose clip is a rectangle. Internal to
// widgets/paint.
#pragma once

#include <QColor>
#include <QRect>

#include <optional>
#include <vector>

class QPainter;

namespace lanescope::paint {

class PixelFill {
public:
    // None when the painter's device is something else (then use the painter).
    static std::optional<PixelFill> of(const QPainter& painter);
    // Device px; cut at clip and image. `dot` is premultiplied.
    void fill(int x, int y, int w, int h, QRgb dot);

    // The same, but boxes that stand beside each other, left to right (a lane, a band), are gathered and painted row by
    // row. What is gathered is not in the image yet: finish() before anything else is painted there.
    void add(int x, int y, int w, int h, QRgb dot);
    void finish();

    // The one colour that all dots of a place have; none: they differ, or some lie outside of clip or image.
    std::optional<QRgb> groundOf(const QRect& place) const;
    // Dots in place of what is there; the place lies inside of clip and image.
    void put(const QRect& place, const QRgb* dots);

private:
    struct Strip {               // boxes left to right, none over another
        int top = 0, bottom = 0; // of all of them
        int left = 0, right = 0; // what is used of the columns
        int boxes = 0;
        bool mixed = false;          // not all reach from top to bottom
        std::vector<QRgb> dots;      // by column of the clip, premultiplied; 0 where nothing is
        std::vector<QRgb> keep;      // how much of what lies below stays, the same in all four bytes
        std::vector<int> from, upTo; // rows, by column; only when mixed
    };
    PixelFill() = default;
    void makeRoom(int x, int y, int h);

    QRgb* m_bits = nullptr;
    qsizetype m_stride = 0; // in dots
    QRect m_clip;           // device px
    Strip m_strip;
    std::vector<QRgb> m_row, m_rowKeep; // of one translucent box
};

} // namespace lanescope::paint
