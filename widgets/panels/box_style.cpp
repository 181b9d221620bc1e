#include "widgets/panels/box_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

namespace {

constexpr double kSize = 13, kRadius = 3, kOutline = 0.62, kOff = 0.35; // outline: share of the text's colour

QColor between(const QColor& ground, const QColor& text, double share) {
    const auto mix = [&](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {mix(ground.red(), text.red()), mix(ground.green(), text.green()), mix(ground.blue(), text.blue())};
}

void drawTick(QPainter& painter, const QRectF& box, QStyle::State state, const QColor& ink) {
    painter.setPen(QPen(ink, 1.9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) { return QPointF(box.x() + x * box.width(), box.y() + y * box.height()); };
    if (state.testFlag(QStyle::State_NoChange))
        painter.drawLine(at(0.26, 0.5), at(0.74, 0.5));
    else
        painter.drawPolyline(QPolygonF{at(0.24, 0.52), at(0.43, 0.71), at(0.77, 0.3)});
}

} // namespace

BoxStyle::BoxStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void BoxStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const bool round = element == PE_IndicatorRadioButton;
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck && !round)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const QPalette& palette = option->palette;
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool filled = option->state.testFlag(State_On) || option->state.testFlag(State_NoChange);
    const QColor ground = palette.color(QPalette::Active, QPalette::Base);
    const QColor text = palette.color(QPalette::Active, QPalette::WindowText);
    const QColor outline = between(ground, text, enabled ? kOutline : kOff);
    const QColor accent = palette.color(QPalette::Active, QPalette::Link);
    const bool lit = option->state.testFlag(State_MouseOver) || option->state.testFlag(State_HasFocus);
    const double size = std::min({kSize, static_cast<double>(option->rect.width()), option->rect.height() * 1.0});
    QRectF box(0, 0, size - 1, size - 1);
    box.moveCenter(QRectF(option->rect).center());
    box.moveTopLeft(QPointF(std::floor(box.x()) + 0.5, std::floor(box.y()) + 0.5)); // sharp edges
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor fill = filled && enabled ? accent : filled ? outline : ground;
    painter->setPen(QPen(filled && enabled ? accent : lit && enabled ? accent : outline, 1.2));
    painter->setBrush(round && filled ? ground : fill);
    const double radius = round ? size / 2 : kRadius;
    painter->drawRoundedRect(box, radius, radius);
    if (filled && round) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(fill);
        painter->drawEllipse(box.center(), size * 0.23, size * 0.23);
    } else if (filled) {
        drawTick(*painter, box, option->state, palette.color(QPalette::Active, QPalette::Window));
    }
    painter->restore();
}

} // namespace lanescope::panels
