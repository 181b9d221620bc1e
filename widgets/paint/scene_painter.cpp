#include "widgets/paint/scene_painter.h"

#include "widgets/paint/arrow_painter.h"
#include "widgets/paint/box_painter.h"
#include "widgets/paint/text_tiles.h"
#include "widgets/paint/vector_clip.h"

#include <QPaintDevice>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace lanescope::paint {

namespace {

using namespace scene;

void paintArea(QPainter& painter, const Area& area, const Theme& theme, const PaintOptions& options) {
    if (area.line.size() < 2) return;
    QPolygonF line;
    for (const PointF& p : area.line) line << QPointF(p.x, p.y);
    QPolygonF fill = line;
    fill << QPointF(area.line.back().x, area.base) << QPointF(area.line.front().x, area.base);
    QColor tint = theme.color(area.ink);
    tint.setAlphaF(0.22F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(options.target == Target::Vector ? theme.overCanvas(area.ink, 0, 22) : tint);
    painter.drawPolygon(fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(area.ink), 1.2));
    painter.drawPolyline(line);
}

void paintChevron(QPainter& painter, const Mark& mark, const QColor& ink) {
    QPen pen(ink, 1.4);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double w = mark.w / 2.0;
    const double h = mark.h / 2.0;
    const QPointF c(mark.centre.x, mark.centre.y);
    if (mark.shape == MarkShape::ChevronDown)
        painter.drawPolyline(QPolygonF{{c.x() - w, c.y() - h}, {c.x(), c.y() + h}, {c.x() + w, c.y() - h}});
    else
        painter.drawPolyline(QPolygonF{{c.x() - h, c.y() - w}, {c.x() + h, c.y()}, {c.x() - h, c.y() + w}});
}

void paintMark(QPainter& painter, const Mark& mark, const Theme& theme) {
    const QColor ink = theme.color(mark.ink, mark.variant);
    const QPointF c(mark.centre.x, mark.centre.y);
    const double w = mark.w / 2.0;
    const double h = mark.h / 2.0;
    if (mark.shape == MarkShape::ChevronDown || mark.shape == MarkShape::ChevronRight)
        return paintChevron(painter, mark, ink);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    switch (mark.shape) {
    case MarkShape::TriangleDown:
        painter.drawPolygon(QPolygonF{{c.x() - w, c.y() - h}, {c.x() + w, c.y() - h}, {c.x(), c.y() + h}});
        break;
    case MarkShape::TriangleUp:
        painter.drawPolygon(QPolygonF{{c.x() - w, c.y() + h}, {c.x() + w, c.y() + h}, {c.x(), c.y() - h}});
        break;
    case MarkShape::Square:
        painter.drawRect(QRectF(c.x() - w, c.y() - h, 2 * w, 2 * h));
        break;
    case MarkShape::Ring:
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(c, w, h);
        break;
    case MarkShape::Cross:
        painter.setPen(QPen(ink, 1.4));
        painter.drawLine(QPointF(c.x() - w, c.y() - h), QPointF(c.x() + w, c.y() + h));
        painter.drawLine(QPointF(c.x() - w, c.y() + h), QPointF(c.x() + w, c.y() - h));
        break;
    default:
        painter.drawEllipse(c, w, h);
        break;
    }
}

class LabelPainter {
public:
    LabelPainter(QPainter& painter, const Theme& theme, Fonts& fonts, double scale, Target target)
        : m_painter(painter), m_theme(theme), m_fonts(fonts), m_scale(scale), m_target(target) {
        if (target == Target::Pixels) m_pixels = PixelFill::of(painter);
        const double ratio = painter.device()->devicePixelRatioF();
        m_dx = painter.worldTransform().dx() * ratio;
        m_dy = painter.worldTransform().dy() * ratio;
    }
    void paint(const Label& label) {
        double x = label.x;
        if (label.align != Align::Left) {
            const double width = m_fonts.width(label.text, label.style);
            x -= label.align == Align::Right ? width : width / 2;
        }
        const QColor ink = m_theme.color(label.ink, label.variant);
        if (m_target == Target::Vector) {
            m_painter.setPen(ink);
            return m_fonts.drawAsText(m_painter, x, label.baseline, label.text, label.style);
        }
        // The baseline lies on a whole device px, else small text is blurred, and the left end on a quarter of one.
        const double baseline = std::round(label.baseline * m_scale);
        const double quarters = std::floor((x * m_scale + m_dx) * 4 + 0.5);
        if (m_pixels && std::abs(baseline) < 1e6 && std::abs(quarters) < 1e6) {
            const double left = std::floor(quarters / 4);
            const TextTiles::Place place{static_cast<int>(left), static_cast<int>(std::lround(baseline + m_dy)),
                                         static_cast<int>(quarters - 4 * left), m_scale};
            if (m_fonts.tiles().draw(*m_pixels, m_fonts, place, label.text, label.style, ink)) return;
        }
        m_painter.setPen(ink);
        m_fonts.draw(m_painter, (quarters / 4 - m_dx) / m_scale, baseline / m_scale, label.text, label.style);
    }

private:
    QPainter& m_painter;
    const Theme& m_theme;
    Fonts& m_fonts;
    double m_scale;
    double m_dx = 0, m_dy = 0; // device px of the scene's origin
    Target m_target;
    std::optional<PixelFill> m_pixels;
};

void paintLayer(QPainter& painter, const Layer& layer, const Theme& theme, Fonts& fonts, const PaintOptions& options) {
    painter.save();
    if (layer.clip)
        painter.setClipRect(QRectF(layer.clip->x, layer.clip->y, layer.clip->w, layer.clip->h), Qt::IntersectClip);
    BoxPainter boxes(painter, theme, options);
    const bool cut = layer.clip && options.target == Target::Vector;
    if (cut)
        boxes.paint(cutBoxes(layer.boxes, *layer.clip));
    else
        boxes.paint(layer.boxes);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Area& area : layer.areas) paintArea(painter, area, theme, options);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (cut)
        boxes.paint(cutLines(layer.lines, *layer.clip));
    else
        boxes.paint(layer.lines);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintArrows(painter, layer.arrows, theme, options.target);
    for (const Mark& mark : layer.marks) paintMark(painter, mark, theme);
    if (!layer.labels.empty()) {
        LabelPainter labels(painter, theme, fonts, boxes.deviceScale(), options.target);
        for (const Label& label : layer.labels) labels.paint(label);
    }
    painter.restore();
}

} // namespace

void paintScene(QPainter& painter, const Scene& scene, const Theme& theme, Fonts& fonts, const PaintOptions& options) {
    painter.save();
    if (options.background == Background::Filled && scene.background != Ink::None)
        painter.fillRect(QRectF(0, 0, scene.width, scene.height), theme.color(scene.background));
    for (const Layer& layer : scene.layers) paintLayer(painter, layer, theme, fonts, options);
    painter.restore();
}

} // namespace lanescope::paint
