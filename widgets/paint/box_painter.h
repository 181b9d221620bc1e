// Boxes and straight lines on whole device px (or exact, for vector files). Internal to widgets/paint. One thread.
#pragma once

#include "widgets/paint/pixel_fill.h"
#include "widgets/paint/scene_painter.h"

#include <array>
#include <span>

namespace lanescope::paint {

class BoxPainter {
public:
    BoxPainter(QPainter& painter, const Theme& theme, const PaintOptions& options);
    void paint(std::span<const scene::Box> boxes);
    void paint(std::span<const scene::Line> lines);
    double deviceScale() const { return m_scale; } // device px per px of the scene

private:
    struct DeviceRect {
        int x = 0, y = 0, w = 0, h = 0;
    };
    DeviceRect device(const scene::RectF& rect) const;
    void paintBox(const scene::Box& box);
    void paintShape(const scene::Box& box); // rounded, diamonds: antialiased, in px of the scene
    void paintIdle(const scene::Box& box);
    void paintFrame(const scene::Box& box);
    void paintRail(const scene::Box& box, const DeviceRect& rect);
    void paintExact(const scene::Box& box); // vector files
    bool paintPlain(const scene::Box& box); // false: it has more than a fill, or there are no dots to write to
    QColor fillOf(const scene::Box& box) const;
    QRgb dotOf(const scene::Box& box);                          // fillOf(), premultiplied
    void fill(int x, int y, int w, int h, const QColor& color); // device px
    void finish();                                              // before the painter itself paints
    int px(double width) const;                                 // device px of a width, at least one

    QPainter& m_painter;
    const Theme& m_theme;
    PaintOptions m_options;
    std::optional<PixelFill> m_pixels; // when the device is an image
    struct Dot {
        std::uint32_t key = ~0u;
        QRgb dot = 0;
    };
    std::array<Dot, 256> m_dots; // of dotOf(), by a few bits of what it depends on
    double m_scale = 1;          // device px per px of the scene
    double m_dx = 0, m_dy = 0;   // device px of the scene's origin
};

} // namespace lanescope::paint
