#include "widgets/paint/scene_painter.h"

#include "widgets/paint/arrow_painter.h"
#include "widgets/paint/box_painter.h"

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

void paintLabel(QPainter& painter, const Label& label, const Theme& theme, Fonts& fonts, double deviceScale,
                Target target) {
    double x = label.x;
    if (label.align != Align::Left) {
        const double width = fonts.width(label.text, label.style);
        x -= label.align == Align::Right ? width : width / 2;
    }
    painter.setPen(theme.color(label.ink, label.variant));
    if (target == Target::Vector) return fonts.drawAsText(painter, x, label.baseline, label.text, label.style);
    // The baseline lies on a whole device px, else small text is blurred.
    const double y = std::round(label.baseline * deviceScale) / deviceScale;
    fonts.draw(painter, x, y, label.text, label.style);
}

void paintLayer(QPainter& painter, const Layer& layer, const Theme& theme, Fonts& fonts, const PaintOptions& options) {
    painter.save();
    if (layer.clip)
        painter.setClipRect(QRectF(layer.clip->x, layer.clip->y, layer.clip->w, layer.clip->h), Qt::IntersectClip);
    BoxPainter boxes(painter, theme, options);
    boxes.paint(layer.boxes);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Area& area : layer.areas) paintArea(painter, area, theme, options);
    painter.setRenderHint(QPainter::Antialiasing, false);
    boxes.paint(layer.lines);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintArrows(painter, layer.arrows, theme, options.target);
    for (const Mark& mark : layer.marks) paintMark(painter, mark, theme);
    for (const Label& label : layer.labels)
        paintLabel(painter, label, theme, fonts, boxes.deviceScale(), options.target);
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
