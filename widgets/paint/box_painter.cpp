#include "widgets/paint/box_painter.h"

#include "widgets/paint/idle_patterns.h"
#include "widgets/paint/waiting_pattern.h"

#include <QPaintDevice>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanescope::paint {

namespace {

using namespace scene;

constexpr double kEdgeFromPx = 4; // slices narrower than this have no edge
constexpr double kRailHeight = 3;
constexpr double kPatternFromPx = 3;

// The painter works in device px while one of these lives.
class DevicePixels {
public:
    explicit DevicePixels(QPainter& painter) : m_painter(painter), m_before(painter.worldTransform()) {
        const double ratio = painter.device()->devicePixelRatioF();
        painter.setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    ~DevicePixels() { m_painter.setWorldTransform(m_before); }
    DevicePixels(const DevicePixels&) = delete;
    DevicePixels& operator=(const DevicePixels&) = delete;

private:
    QPainter& m_painter;
    QTransform m_before;
};

QList<qreal> dashes(Stroke stroke) {
    switch (stroke) {
    case Stroke::Solid:
        return {};
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
    }
    return {};
}

QRectF toQt(const RectF& rect) {
    return {static_cast<qreal>(rect.x), static_cast<qreal>(rect.y), static_cast<qreal>(rect.w),
            static_cast<qreal>(rect.h)};
}

} // namespace

BoxPainter::BoxPainter(QPainter& painter, const Theme& theme, const PaintOptions& options)
    : m_painter(painter), m_theme(theme), m_options(options) {
    const double ratio = painter.device()->devicePixelRatioF();
    const QTransform& world = painter.worldTransform();
    m_scale = world.m11() * ratio;
    m_dx = world.dx() * ratio;
    m_dy = world.dy() * ratio;
    if (options.target == Target::Pixels) m_pixels = PixelFill::of(painter);
}

int BoxPainter::px(double width) const { return std::max(1, static_cast<int>(std::lround(width * m_scale))); }

BoxPainter::DeviceRect BoxPainter::device(const RectF& rect) const {
    // Both edges are rounded alike, so boxes that touch still touch, and the gap between slices is the same everywhere.
    const auto round = [](double v) { // std::lround() is a call, and there are four for every box
        return v >= 0 ? static_cast<int>(v + 0.5) : -static_cast<int>(0.5 - v);
    };
    const int x0 = round(rect.x * m_scale + m_dx);
    const int y0 = round(rect.y * m_scale + m_dy);
    const int x1 = round(rect.right() * m_scale + m_dx);
    const int y1 = round(rect.bottom() * m_scale + m_dy);
    return {x0, y0, std::max(1, x1 - x0), std::max(1, y1 - y0)};
}

QColor BoxPainter::fillOf(const Box& box) const {
    QColor color = m_theme.color(box.fill, box.variant);
    // In high contrast host slices are outlines; what is too narrow for one shows as a stroke of its own.
    const bool host = box.fill == Ink::Operator || box.fill == Ink::Python || box.fill == Ink::RuntimeCall ||
                      box.fill == Ink::Annotation;
    if (host && m_theme.id() == ThemeId::HighContrast && (box.shape == Shape::Run || box.rect.w < kEdgeFromPx))
        color = m_theme.color(Ink::Muted);
    // Python frames are so pale on white that a thinned one would vanish.
    if (box.fill == Ink::Python && box.shape == Shape::Run && !m_theme.isDark()) color = color.darker(113);
    if (box.alpha != 100) color.setAlphaF(static_cast<float>(color.alphaF()) * static_cast<float>(box.alpha) / 100.0F);
    return color;
}

QRgb BoxPainter::dotOf(const Box& box) {
    const auto bit = [](bool is, unsigned at) { return static_cast<std::uint32_t>(is) << at; };
    const std::uint32_t key = static_cast<std::uint32_t>(box.fill) << 18 | std::uint32_t{box.variant} << 10 |
                              bit(box.shape == Shape::Run, 9) | bit(box.rect.w < kEdgeFromPx, 8) | box.alpha;
    Dot& kept = m_dots[(key ^ key >> 7 ^ key >> 15) % m_dots.size()];
    if (kept.key != key) kept = {key, qPremultiply(fillOf(box).rgba())};
    return kept.dot;
}

void BoxPainter::fill(int x, int y, int w, int h, const QColor& color) {
    if (!m_pixels) return m_painter.fillRect(x, y, w, h, color);
    m_pixels->finish();
    m_pixels->fill(x, y, w, h, qPremultiply(color.rgba()));
}

void BoxPainter::finish() {
    if (m_pixels) m_pixels->finish();
}

// Most of a frame: folded runs and narrow slices, which are no more than a fill.
bool BoxPainter::paintPlain(const Box& box) {
    if (!m_pixels || box.edge != Ink::None || box.rail != Rail::None) return false;
    const bool wide = box.rect.w >= kEdgeFromPx;
    const bool edged = m_theme.id() == ThemeId::HighContrast || m_theme.slicesHaveEdge();
    const bool plain = box.shape == Shape::Run || box.shape == Shape::Fill ||
                       (box.shape == Shape::Slice && !(wide && edged && box.alpha == 100));
    if (!plain) return false;
    const DeviceRect r = device(box.rect);
    constexpr int kHigh = 64; // rows of a lane are lower; what is higher is one of a kind
    if (r.h <= kHigh) {
        m_pixels->add(r.x, r.y, r.w, r.h, dotOf(box));
    } else {
        m_pixels->finish();
        m_pixels->fill(r.x, r.y, r.w, r.h, dotOf(box));
    }
    return true;
}

void BoxPainter::paint(std::span<const Box> boxes) {
    if (m_options.target == Target::Vector) {
        for (const Box& box : boxes) paintExact(box);
        return;
    }
    std::optional<DevicePixels> device;
    for (const Box& box : boxes) {
        if (paintPlain(box)) continue;
        finish();
        if (box.shape == Shape::Round || box.shape == Shape::Diamond) {
            device.reset();
            paintShape(box);
            continue;
        }
        if (!device) device.emplace(m_painter);
        paintBox(box);
    }
    finish();
}

void BoxPainter::paintBox(const Box& box) {
    if (box.shape == Shape::Frame) return paintFrame(box);
    if (box.shape == Shape::Idle) return paintIdle(box);
    const DeviceRect r = device(box.rect);
    const QColor color = fillOf(box);
    const int edge = px(1);
    const bool ownEdge = box.edge != Ink::None && r.w > 2 * edge && r.h > 2 * edge;
    const bool themeEdge =
        box.shape == Shape::Slice && box.edge == Ink::None && box.rect.w >= kEdgeFromPx && box.alpha == 100 &&
        (m_theme.id() == ThemeId::HighContrast || (m_theme.slicesHaveEdge() && box.fill == Ink::Kind));
    if (ownEdge || (themeEdge && r.w > 2 * edge)) {
        const QColor ink =
            ownEdge ? m_theme.color(box.edge, box.edgeVariant) : m_theme.sliceEdge(box.fill, box.variant);
        fill(r.x, r.y, r.w, r.h, ink);
        fill(r.x + edge, r.y + edge, r.w - 2 * edge, r.h - 2 * edge, color);
    } else {
        fill(r.x, r.y, r.w, r.h, color);
    }
    if (box.rail != Rail::None) paintRail(box, r);
}

void BoxPainter::paintRail(const Box& box, const DeviceRect& r) {
    const QColor ink = m_theme.color(Ink::KindRail, box.variant);
    const int height = std::min(px(kRailHeight), r.h / 2);
    const int y = r.y + r.h - height;
    if (box.rail == Rail::Solid) {
        fill(r.x, y, r.w, height, ink);
        return;
    }
    const int on = px(3);
    for (int x = r.x; x < r.x + r.w; x += 2 * on) fill(x, y, std::min(on, r.x + r.w - x), height, ink);
}

void BoxPainter::paintIdle(const Box& box) {
    const auto owner = static_cast<IdleOwner>(box.variant);
    const DeviceRect r = device(box.rect);
    if (box.rect.w < kPatternFromPx) {
        fill(r.x, r.y, r.w, r.h, fillOf(box));
        return;
    }
    const int edge = px(1);
    if (box.fill == Ink::Kind) { // waiting inside a collective
        fill(r.x, r.y, r.w, r.h, waitingEdge(m_theme, box.variant));
        if (r.w <= 2 * edge || r.h <= 2 * edge) return;
        m_painter.setBrushOrigin(0, 0);
        m_painter.fillRect(QRect(r.x + edge, r.y + edge, r.w - 2 * edge, r.h - 2 * edge),
                           waitingBrush(m_theme, box.variant, m_scale));
        return;
    }
    if (box.alpha != 100) { // folded: lighter by how much of it is idle, and without an edge
        m_painter.setOpacity(box.alpha / 100.0);
        m_painter.setBrushOrigin(0, 0);
        m_painter.fillRect(QRect(r.x, r.y, r.w, r.h), idleBrush(m_theme, owner, m_scale));
        m_painter.setOpacity(1);
        return;
    }
    fill(r.x, r.y, r.w, r.h, idleEdge(m_theme, owner));
    if (r.w <= 2 * edge || r.h <= 2 * edge) return;
    m_painter.setBrushOrigin(0, 0);
    m_painter.fillRect(QRect(r.x + edge, r.y + edge, r.w - 2 * edge, r.h - 2 * edge),
                       idleBrush(m_theme, owner, m_scale));
}

void BoxPainter::paintFrame(const Box& box) {
    const DeviceRect r = device(box.rect);
    const int w = std::max(1, static_cast<int>(std::lround(static_cast<double>(box.edgeWidth) * m_scale)));
    const QColor ink = m_theme.color(box.edge, box.edgeVariant);
    fill(r.x, r.y, r.w, w, ink);
    fill(r.x, r.y + r.h - w, r.w, w, ink);
    fill(r.x, r.y + w, w, r.h - 2 * w, ink);
    fill(r.x + r.w - w, r.y + w, w, r.h - 2 * w, ink);
}

void BoxPainter::paintShape(const Box& box) {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setBrush(box.fill == Ink::None ? QBrush(Qt::NoBrush) : QBrush(fillOf(box)));
    m_painter.setPen(box.edge == Ink::None
                         ? QPen(Qt::NoPen)
                         : QPen(m_theme.color(box.edge, box.edgeVariant), static_cast<qreal>(box.edgeWidth)));
    const QRectF rect = toQt(box.rect);
    if (box.shape == Shape::Diamond) {
        const QPointF c = rect.center();
        m_painter.drawPolygon(
            QPolygonF{{c.x(), rect.top()}, {rect.right(), c.y()}, {c.x(), rect.bottom()}, {rect.left(), c.y()}});
    } else {
        const double half = box.edge == Ink::None ? 0 : 0.5;
        m_painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), static_cast<qreal>(box.radius),
                                  static_cast<qreal>(box.radius));
    }
    m_painter.restore();
}

void BoxPainter::paintExact(const Box& box) {
    if (box.shape == Shape::Round || box.shape == Shape::Diamond) return paintShape(box);
    QRectF rect = toQt(box.rect);
    if (box.shape == Shape::Frame) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.color(box.edge, box.edgeVariant), static_cast<qreal>(box.edgeWidth)));
        m_painter.drawRect(rect);
        return;
    }
    if (box.shape == Shape::Idle && box.fill == Ink::Kind) {
        const bool narrow = rect.width() < kPatternFromPx;
        m_painter.setPen(narrow ? QPen(Qt::NoPen) : QPen(waitingEdge(m_theme, box.variant), 1));
        m_painter.setBrush(narrow ? m_theme.color(Ink::Kind, box.variant) : waitingGround(m_theme, box.variant));
        m_painter.drawRect(narrow ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5));
        if (!narrow) drawWaitingStrokes(m_painter, m_theme, box.variant, rect);
        return;
    }
    if (box.shape == Shape::Idle) {
        const auto owner = static_cast<IdleOwner>(box.variant);
        const bool plain = rect.width() < kPatternFromPx;
        m_painter.setPen(plain ? QPen(Qt::NoPen) : QPen(idleEdge(m_theme, owner), 1));
        m_painter.setBrush(plain ? m_theme.color(Ink::Owner, box.variant) : idleGround(m_theme, owner));
        m_painter.drawRect(plain ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5));
        if (!plain) drawIdleStrokes(m_painter, m_theme, owner, rect);
        return;
    }
    const bool edge = box.shape == Shape::Slice && box.edge == Ink::None && m_theme.slicesHaveEdge() &&
                      box.fill == Ink::Kind && box.rect.w >= kEdgeFromPx;
    m_painter.setBrush(m_theme.overCanvas(box.fill, box.variant, box.alpha));
    m_painter.setPen(Qt::NoPen);
    if (edge) m_painter.setPen(QPen(m_theme.sliceEdge(box.fill, box.variant), 1));
    if (box.edge != Ink::None) m_painter.setPen(QPen(m_theme.color(box.edge, box.edgeVariant), 1));
    m_painter.drawRect(m_painter.pen().style() == Qt::NoPen ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (box.rail == Rail::None) return;
    const QColor ink = m_theme.color(Ink::KindRail, box.variant);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ink);
    const double y = rect.bottom() - kRailHeight;
    if (box.rail == Rail::Solid) {
        m_painter.drawRect(QRectF(rect.left(), y, rect.width(), kRailHeight));
        return;
    }
    for (double x = rect.left(); x < rect.right(); x += 6)
        m_painter.drawRect(QRectF(x, y, std::min(3.0, rect.right() - x), kRailHeight));
}

void BoxPainter::paint(std::span<const Line> lines) {
    for (const Line& line : lines) {
        QColor ink = m_theme.color(line.ink, line.variant);
        if (line.alpha != 100) ink.setAlphaF(static_cast<float>(line.alpha) / 100.0F);
        const bool straight = line.x1 == line.x2 || line.y1 == line.y2;
        if (m_options.target == Target::Vector || !straight || line.stroke != Stroke::Solid) {
            const double width = std::max(static_cast<double>(line.width), 1 / std::max(m_scale, 1e-9));
            QPen pen(ink, width);
            pen.setCapStyle(Qt::FlatCap);
            if (line.stroke != Stroke::Solid) {
                QList<qreal> pattern = dashes(line.stroke);
                for (qreal& part : pattern) part /= width; // Qt counts in widths of the pen
                pen.setDashPattern(pattern);
            }
            m_painter.setPen(pen);
            m_painter.drawLine(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2));
            continue;
        }
        const DevicePixels device(m_painter);
        constexpr double kFar = 1e7; // px beyond any canvas: a length of two such ends is a whole number still
        // A hairline is one device px, whatever the scale.
        const int w = line.width <= 1 ? 1 : px(static_cast<double>(line.width));
        const auto at = [&](double v, double d) {
            return static_cast<int>(std::floor(std::clamp(v * m_scale + d, -kFar, kFar) - (w - 1) / 2.0));
        };
        const auto end = [&](double v, double d) {
            return static_cast<int>(std::lround(std::clamp(v * m_scale + d, -kFar, kFar)));
        };
        const auto x1 = end(std::min(line.x1, line.x2), m_dx);
        const auto x2 = end(std::max(line.x1, line.x2), m_dx);
        const auto y1 = end(std::min(line.y1, line.y2), m_dy);
        const auto y2 = end(std::max(line.y1, line.y2), m_dy);
        if (line.x1 == line.x2)
            m_painter.fillRect(at(line.x1, m_dx), y1, w, y2 - y1, ink);
        else
            m_painter.fillRect(x1, at(line.y1, m_dy), x2 - x1, w, ink);
    }
}

} // namespace lanescope::paint
