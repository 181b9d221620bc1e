#include "widgets/paint/arrow_painter.h"

#include "widgets/paint/arrow_crowd.h"
#include "widgets/paint/arrow_curve.h"

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

void paintArrows(QPainter& painter, std::span<const Arrow> arrows, const Theme& theme, Target target) {
    if (arrows.size() >= kCrowd && target == Target::Pixels) return paintArrowCrowd(painter, arrows, theme);
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
