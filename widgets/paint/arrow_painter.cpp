#include "widgets/paint/arrow_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanescope::paint {

namespace {

using namespace scene;

constexpr double kCasing = 4.5;
constexpr double kHeadLength = 12, kHeadWidth = 8;
constexpr double kDot = 5;

struct Curve {
    QPointF from, c1, c2, to;
};

// Leaves vertically, arrives from the left.
Curve curveOf(const Arrow& arrow) {
    const QPointF from(arrow.from.x, arrow.from.y);
    const QPointF to(arrow.to.x, arrow.to.y);
    const double dy = to.y() - from.y();
    const double reach = std::clamp(std::abs(to.x() - from.x()) / 2, 24.0, 60.0);
    return {from, {from.x(), from.y() + 0.58 * dy}, {to.x() - reach, to.y() - 0.3 * dy}, to};
}

QList<qreal> dashesOf(Stroke stroke) {
    switch (stroke) {
    case Stroke::Dash23:
        return {2, 3};
    case Stroke::Dash32:
        return {3, 2};
    case Stroke::Dash43:
        return {4, 3};
    case Stroke::Dash73:
        return {7, 3};
    case Stroke::Dash83:
        return {8, 3};
    case Stroke::Solid:
        break;
    }
    return {};
}

void paintHead(QPainter& painter, const Curve& curve, const QColor& ink) {
    const QPointF along = curve.to - curve.c2;
    const double length = std::hypot(along.x(), along.y());
    if (length <= 0) return;
    const QPointF unit = along / length;
    const QPointF across(-unit.y(), unit.x());
    const QPointF base = curve.to - unit * kHeadLength;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{curve.to, base + across * (kHeadWidth / 2), base - across * (kHeadWidth / 2)});
}

} // namespace

void paintArrows(QPainter& painter, std::span<const Arrow> arrows, const Theme& theme) {
    for (const Arrow& arrow : arrows) {
        const Curve curve = curveOf(arrow);
        QPainterPath path(curve.from);
        path.cubicTo(curve.c1, curve.c2, curve.to);
        QColor casing = theme.color(Ink::Canvas);
        casing.setAlphaF(0.8F);
        painter.setBrush(Qt::NoBrush);
        painter.strokePath(path, QPen(casing, kCasing));
        QColor ink = theme.color(arrow.ink);
        ink.setAlphaF(static_cast<float>(arrow.alpha) / 100.0F);
        const auto width = static_cast<double>(arrow.width);
        QPen pen(ink, width);
        if (arrow.stroke != Stroke::Solid) {
            QList<qreal> pattern = dashesOf(arrow.stroke);
            for (qreal& part : pattern) part /= width;
            pen.setDashPattern(pattern);
        }
        painter.strokePath(path, pen);
        if (arrow.head == Head::Arrow) paintHead(painter, curve, ink);
        if (arrow.head == Head::Dot) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawEllipse(curve.to, kDot / 2, kDot / 2);
        }
    }
}

} // namespace lanescope::paint
