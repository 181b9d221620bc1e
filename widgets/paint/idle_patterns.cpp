#include "widgets/paint/idle_patterns.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <map>
#include <tuple>

namespace lanescope::paint {

namespace {

using scene::IdleOwner;
using scene::Ink;

constexpr double kTile = 8;

std::uint8_t variant(IdleOwner owner) { return static_cast<std::uint8_t>(owner); }

struct Strokes {
    QPainterPath path;
    double width = 0;
    bool filled = false; // dots
};

Strokes strokesOf(IdleOwner owner) {
    Strokes out;
    const auto line = [&](double x1, double y1, double x2, double y2) {
        out.path.moveTo(x1, y1);
        out.path.lineTo(x2, y2);
    };
    switch (owner) {
    case IdleOwner::Late:
        out.width = 1.6;
        line(-2, 2, 2, -2), line(0, 8, 8, 0), line(6, 10, 10, 6);
        break;
    case IdleOwner::Sync:
        out.width = 1.6;
        line(2, 0, 2, 8), line(6, 0, 6, 8);
        break;
    case IdleOwner::Latency:
        out.width = 1.2;
        line(-2, 6, 2, 10), line(0, 0, 8, 8), line(6, -2, 10, 2);
        break;
    case IdleOwner::Alloc:
        out.width = 1.3;
        line(0, 0, 8, 8), line(8, 0, 0, 8);
        break;
    case IdleOwner::Data:
        out.filled = true;
        out.path.addEllipse(QPointF(2, 2), 1.4, 1.4);
        out.path.addEllipse(QPointF(6, 6), 1.4, 1.4);
        break;
    case IdleOwner::Dependency:
        out.width = 1.6;
        line(0, 2, 8, 2), line(0, 6, 8, 6);
        break;
    case IdleOwner::Unknown:
        out.width = 1.4;
        line(0, 4, 3, 4);
        break;
    case IdleOwner::KernelGap:
    case IdleOwner::Count_:
        break;
    }
    return out;
}

void drawTile(QPainter& painter, const Theme& theme, IdleOwner owner) {
    const Strokes strokes = strokesOf(owner);
    const QColor ink = theme.overCanvas(Ink::Owner, variant(owner), 82);
    painter.setRenderHint(QPainter::Antialiasing);
    if (strokes.filled) {
        painter.fillPath(strokes.path, ink);
    } else if (strokes.width > 0) {
        QPen pen(ink, strokes.width);
        pen.setCapStyle(Qt::FlatCap);
        painter.strokePath(strokes.path, pen);
    }
}

} // namespace

QColor idleGround(const Theme& theme, IdleOwner owner) {
    return theme.overCanvas(Ink::Owner, variant(owner), owner == IdleOwner::KernelGap ? 60 : 20);
}

QColor idleEdge(const Theme& theme, IdleOwner owner) { return theme.overCanvas(Ink::Owner, variant(owner), 80); }

QBrush idleBrush(const Theme& theme, IdleOwner owner, double scale) {
    thread_local std::map<std::tuple<ThemeId, IdleOwner, int>, QBrush> made;
    const int side = std::max(1, static_cast<int>(std::lround(kTile * scale)));
    QBrush& brush = made[{theme.id(), owner, side}];
    if (brush.style() == Qt::TexturePattern) return brush;
    QImage tile(side, side, QImage::Format_RGB32);
    tile.fill(idleGround(theme, owner));
    QPainter painter(&tile);
    painter.scale(side / kTile, side / kTile);
    drawTile(painter, theme, owner);
    painter.end();
    brush = QBrush(tile);
    return brush;
}

void drawIdleStrokes(QPainter& painter, const Theme& theme, IdleOwner owner, const QRectF& rect) {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    for (double y = std::floor(rect.top() / kTile) * kTile; y < rect.bottom(); y += kTile)
        for (double x = std::floor(rect.left() / kTile) * kTile; x < rect.right(); x += kTile) {
            painter.save();
            painter.translate(x, y);
            drawTile(painter, theme, owner);
            painter.restore();
        }
    painter.restore();
}

} // namespace lanescope::paint
