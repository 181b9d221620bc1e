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

namespace {

// Lines of a pattern over a rectangle, cut at its borders: files that know no clipping need them so.
class ClippedStrokes {
public:
    explicit ClippedStrokes(const QRectF& rect) : m_rect(rect) {}

    void falling() { // y - x = 8k
        for (double c = first(m_rect.top() - m_rect.right()); c < m_rect.bottom() - m_rect.left(); c += kTile) {
            const double x0 = std::max(m_rect.left(), m_rect.top() - c);
            const double x1 = std::min(m_rect.right(), m_rect.bottom() - c);
            if (x0 < x1) add({x0, x0 + c}, {x1, x1 + c});
        }
    }
    void rising() { // x + y = 8k
        for (double c = first(m_rect.left() + m_rect.top()); c < m_rect.right() + m_rect.bottom(); c += kTile) {
            const double x0 = std::max(m_rect.left(), c - m_rect.bottom());
            const double x1 = std::min(m_rect.right(), c - m_rect.top());
            if (x0 < x1) add({x0, c - x0}, {x1, c - x1});
        }
    }
    void vertical() {
        for (double x = first(m_rect.left()) - 6; x < m_rect.right(); x += kTile / 2)
            if (x > m_rect.left()) add({x, m_rect.top()}, {x, m_rect.bottom()});
    }
    void horizontal() {
        for (double y = first(m_rect.top()) - 6; y < m_rect.bottom(); y += kTile / 2)
            if (y > m_rect.top()) add({m_rect.left(), y}, {m_rect.right(), y});
    }
    void dashes() {
        for (double y = first(m_rect.top()) - 4; y < m_rect.bottom(); y += kTile)
            for (double x = first(m_rect.left()) - kTile; x < m_rect.right(); x += kTile) {
                const double x0 = std::max(x, m_rect.left());
                const double x1 = std::min(x + 3, m_rect.right());
                if (y > m_rect.top() && x0 < x1) add({x0, y}, {x1, y});
            }
    }
    void dots() {
        const QRectF inner = m_rect.adjusted(1.4, 1.4, -1.4, -1.4);
        for (double y = first(m_rect.top()) - 6; y < m_rect.bottom(); y += kTile / 2) {
            const bool second = std::fmod(std::abs(y - 2), kTile) > 1;
            for (double x = first(m_rect.left()) - (second ? 2 : 6); x < m_rect.right(); x += kTile)
                if (inner.contains(x, y)) path.addEllipse(QPointF(x, y), 1.4, 1.4);
        }
    }
    QPainterPath path;

private:
    static double first(double from) { return std::ceil(from / kTile) * kTile; }
    void add(QPointF a, QPointF b) {
        path.moveTo(a);
        path.lineTo(b);
    }
    QRectF m_rect;
};

} // namespace

void drawIdleStrokes(QPainter& painter, const Theme& theme, IdleOwner owner, const QRectF& rect) {
    ClippedStrokes strokes(rect);
    switch (owner) {
    case IdleOwner::Late:
        strokes.rising();
        break;
    case IdleOwner::Sync:
        strokes.vertical();
        break;
    case IdleOwner::Latency:
        strokes.falling();
        break;
    case IdleOwner::Alloc:
        strokes.rising();
        strokes.falling();
        break;
    case IdleOwner::Data:
        strokes.dots();
        break;
    case IdleOwner::Dependency:
        strokes.horizontal();
        break;
    case IdleOwner::Unknown:
        strokes.dashes();
        break;
    case IdleOwner::KernelGap:
    case IdleOwner::Count_:
        return;
    }
    const QColor ink = theme.overCanvas(Ink::Owner, variant(owner), 82);
    if (owner == IdleOwner::Data) {
        painter.fillPath(strokes.path, ink);
        return;
    }
    QPen pen(ink, strokesOf(owner).width);
    pen.setCapStyle(Qt::FlatCap);
    painter.strokePath(strokes.path, pen);
}

} // namespace lanescope::paint
