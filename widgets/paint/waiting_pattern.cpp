#include "widgets/paint/waiting_pattern.h"

#include <QImage>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace lanescope::paint {

namespace {
constexpr double kTile = 8, kStroke = 1.2;
constexpr std::uint8_t kGround = 26, kStrokes = 62, kEdge = 70; // per cent over the canvas

QPen strokePen(const Theme& theme, std::uint8_t kind) {
    QPen pen(theme.overCanvas(scene::Ink::Kind, kind, kStrokes), kStroke);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}
} // namespace

QColor waitingGround(const Theme& theme, std::uint8_t kind) {
    return theme.overCanvas(scene::Ink::Kind, kind, kGround);
}

QColor waitingEdge(const Theme& theme, std::uint8_t kind) { return theme.overCanvas(scene::Ink::Kind, kind, kEdge); }

QBrush waitingBrush(const Theme& theme, std::uint8_t kind, double scale) {
    thread_local std::map<std::tuple<ThemeId, std::uint8_t, int>, QBrush> made;
    const int side = std::max(1, static_cast<int>(std::lround(kTile * scale)));
    QBrush& brush = made[{theme.id(), kind, side}];
    if (brush.style() == Qt::TexturePattern) return brush;
    QImage tile(side, side, QImage::Format_RGB32);
    tile.fill(waitingGround(theme, kind));
    QPainter painter(&tile);
    painter.scale(side / kTile, side / kTile);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    for (const double at : {0.0, kTile / 2, kTile, kTile * 3 / 2, kTile * 2}) { // two diagonals a tile
        path.moveTo(at - kTile - 1, kTile + 1);
        path.lineTo(at + 1, -1);
    }
    painter.strokePath(path, strokePen(theme, kind));
    painter.end();
    brush = QBrush(tile);
    return brush;
}

void drawWaitingStrokes(QPainter& painter, const Theme& theme, std::uint8_t kind, const QRectF& rect) {
    painter.setPen(strokePen(theme, kind));
    const double apart = kTile / 2;
    for (double c = std::ceil((rect.left() + rect.top()) / apart) * apart; c < rect.right() + rect.bottom();
         c += apart) { // x + y = c
        const double x0 = std::max(rect.left(), c - rect.bottom());
        const double x1 = std::min(rect.right(), c - rect.top());
        if (x0 < x1) painter.drawLine(QPointF(x0, c - x0), QPointF(x1, c - x1));
    }
}

} // namespace lanescope::paint
