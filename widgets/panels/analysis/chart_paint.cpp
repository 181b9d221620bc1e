// How a chart is painted, with the theme's colours; data keeps the colours it has everywhere.
#include "widgets/panels/analysis/chart_view.h"

#include "core/query/short_names.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/timeline/scene_widget.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

using models::Chart;
using models::ChartColour;
using models::ChartKind;
using models::ChartSeries;
using scene::Ink;

namespace {
constexpr scene::TextStyle kSmall{11, 400, false};
constexpr double kDot = 5, kLegendLine = 16;
constexpr std::uint8_t kLateOwner = 0; // idle as one total wears the colour of late launches
} // namespace

void ChartView::text(QPainter& painter, double x, double baseline, const std::string& what, Ink ink, int weight) const {
    painter.setPen(m_look.color(ink));
    m_look.fonts().draw(painter, x, baseline, what, {11, static_cast<std::uint16_t>(weight), false});
}

QColor ChartView::colourOf(const ChartSeries& series) const {
    const auto kind = [this](WorkKind k) { return m_look.color(Ink::Kind, static_cast<std::uint8_t>(k)); };
    switch (series.colour) {
    case ChartColour::Compute:
        return kind(WorkKind::Gemm);
    case ChartColour::Communication:
        return kind(WorkKind::Communication);
    case ChartColour::Memory:
        return kind(WorkKind::Memory);
    case ChartColour::Idle:
        return m_look.color(Ink::Owner, kLateOwner);
    case ChartColour::Owner:
        return m_look.color(Ink::Owner, series.variant);
    case ChartColour::Kind:
        return m_look.color(Ink::Kind, series.variant);
    case ChartColour::Plain:
        break;
    }
    return m_look.color(Ink::Text2);
}

void ChartView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_base.isNull() || m_base.devicePixelRatio() != devicePixelRatioF()) {
        m_base = QPixmap(size() * devicePixelRatioF());
        m_base.setDevicePixelRatio(devicePixelRatioF());
        m_base.fill(m_look.color(Ink::Panel));
        if (m_chart) {
            QPainter base(&m_base);
            paintAll(base);
        }
    }
    painter.drawPixmap(0, 0, m_base);
    if (hasFocus()) {
        painter.setPen(m_look.color(Ink::Accent));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (m_chart && m_at) paintTip(painter);
}

void ChartView::paintAll(QPainter& painter) {
    if (m_lying) return paintLying(painter);
    paintAxes(painter);
    painter.save();
    painter.setClipRect(m_plot.adjusted(-kDot, -kDot, kDot, 1));
    switch (m_chart->kind) {
    case ChartKind::Bars:
        paintBars(painter);
        break;
    case ChartKind::Curve:
        paintCurves(painter);
        break;
    case ChartKind::Dots:
        paintGuides(painter);
        paintDots(painter);
        break;
    }
    painter.restore();
    paintLegend(painter);
}

void ChartView::paintAxes(QPainter& painter) {
    const Chart& c = *m_chart;
    auto& fonts = m_look.fonts();
    for (const auto& tick : m_y.ticks(34)) {
        if (tick.px < m_plot.top() - 1 || tick.px > m_plot.bottom() + 1) continue;
        painter.fillRect(QRectF(m_plot.left(), std::round(tick.px), m_plot.width(), 1), m_look.color(Ink::Line));
        const std::string label = axisText(c.y, tick.value);
        text(painter, m_plot.left() - 8 - fonts.width(label, kSmall), tick.px + 4, label, Ink::Muted);
    }
    painter.fillRect(QRectF(m_plot.left(), m_plot.bottom(), m_plot.width(), 1), m_look.color(Ink::Line2));
    double free = 0; // where the next label may begin
    const auto label = [&](double middle, const std::string& what) {
        const double w = fonts.width(what, kSmall);
        const double x = std::clamp(middle - w / 2, m_plot.left() - 4, std::max(0.0, width() - w - 2));
        if (x < free) return;
        text(painter, x, height() - 6, what, Ink::Muted);
        free = x + w + 12;
    };
    if (c.kind == ChartKind::Bars) {
        for (std::size_t i = 0; i < c.categories.size(); ++i) label(barRect(0, i).center().x(), c.categories[i]);
        return;
    }
    for (const auto& tick : m_x.ticks(90)) {
        if (tick.px < m_plot.left() - 1 || tick.px > m_plot.right() + 1) continue;
        painter.fillRect(QRectF(std::round(tick.px), m_plot.top(), 1, m_plot.height()), m_look.color(Ink::Grid));
        label(tick.px, axisText(c.x, tick.value) + (free == 0 && !c.x.title.empty() ? " " + c.x.title : ""));
    }
}

void ChartView::paintBars(QPainter& painter) {
    const Chart& c = *m_chart;
    for (std::size_t s = 0; s < c.series.size(); ++s)
        for (std::size_t i = 0; i < c.series[s].points.size(); ++i) {
            const QRectF r = barRect(s, i);
            if (r.height() < 0.5) continue;
            paintSwatch(painter, {std::round(r.left()), r.top(), std::max(1.0, std::round(r.width())), r.height()},
                        c.series[s]);
        }
}

// Idle time has its pattern, as everywhere; the others are plain.
void ChartView::paintSwatch(QPainter& painter, const QRectF& r, const ChartSeries& series) {
    if (series.colour != ChartColour::Idle) return painter.fillRect(r, colourOf(series));
    scene::Scene scene;
    scene::Layer layer;
    scene::Box box = timeline::makeBox(r.left(), r.top(), r.width(), r.height(), Ink::Owner);
    box.variant = kLateOwner;
    box.shape = scene::Shape::Idle;
    layer.boxes.push_back(box);
    scene.layers.push_back(std::move(layer));
    paint::paintScene(painter, scene, m_look.theme(), m_look.fonts(), {paint::Target::Pixels, paint::Background::Left});
}

void ChartView::paintLying(QPainter& painter) {
    const Chart& c = *m_chart;
    for (std::size_t i = 0; i < c.categories.size(); ++i) {
        const QRectF r = barRect(0, i);
        if (r.bottom() > height()) break;
        const std::string name =
            timeline::elidedInMiddle(m_look.fonts(), demangled(c.categories[i]), kSmall, m_plot.left() - 20);
        text(painter, 12, r.center().y() + 4, name, Ink::Text2);
        painter.fillRect(r, colourOf(c.series[0]));
        text(painter, r.right() + 8, r.center().y() + 4, axisText(c.y, c.series[0].points[i].y), Ink::Text);
    }
}

// Steps from point to point. What falls into one px is where it begins, its extremes and where it ends: a line of many
// thousand corners takes the painter the better part of a second.
QPolygonF ChartView::stepsOf(const ChartSeries& series) const {
    QPolygonF line;
    double column = 0, low = 0, high = 0, last = 0;
    const auto closeColumn = [&] { line << QPointF(column, low) << QPointF(column, high) << QPointF(column, last); };
    for (const auto& point : series.points) {
        const double x = std::floor(m_x.px(point.x)), y = m_y.px(point.y);
        if (!line.isEmpty() && x == column) {
            low = std::min(low, y);
            high = std::max(high, y);
        } else {
            if (!line.isEmpty()) closeColumn();
            line << QPointF(x, line.isEmpty() ? y : last) << QPointF(x, y);
            column = x;
            low = high = y;
        }
        last = y;
    }
    if (line.isEmpty()) return line;
    closeColumn();
    return line << QPointF(m_plot.right(), last);
}

void ChartView::paintCurves(QPainter& painter) {
    for (const ChartSeries& s : m_chart->series) {
        painter.setPen(QPen(colourOf(s), 1.2));
        painter.drawPolyline(stepsOf(s));
    }
}

void ChartView::paintGuides(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& guide : m_chart->guides) {
        QPen pen(m_look.color(Ink::Muted), 1.2, Qt::DashLine);
        painter.setPen(pen);
        QPolygonF line;
        for (const auto& p : guide.points) line << QPointF(m_x.px(p.x), m_y.px(p.y));
        painter.drawPolyline(line);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void ChartView::paintDots(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ChartSeries& s : m_chart->series) {
        QColor fill = colourOf(s);
        painter.setPen(QPen(m_look.theme().isDark() ? fill.darker(150) : fill.darker(170), 0.6));
        fill.setAlphaF(s.points.size() > 500 ? 0.55F : 0.85F);
        painter.setBrush(fill);
        for (const auto& p : s.points)
            painter.drawEllipse(QPointF(m_x.px(p.x), m_y.px(p.y)), kDot / 2 + 0.5, kDot / 2 + 0.5);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// Above the plot, as far as there is room; guides at the end.
void ChartView::paintLegend(QPainter& painter) {
    const Chart& c = *m_chart;
    auto& fonts = m_look.fonts();
    double x = 12, y = 16;
    const auto entry = [&](const std::string& name, auto mark) {
        const double w = fonts.width(name, kSmall);
        if (x + 14 + w > width() - 4) { // another line, as far as layOut() left room for one
            if (y + kLegendLine > m_plot.top()) return false;
            x = 12;
            y += kLegendLine;
        }
        mark();
        text(painter, x + 14, y, name, Ink::Text2);
        x += 14 + w + 14;
        return true;
    };
    if (c.series.size() > 1 || c.kind != ChartKind::Bars)
        for (const ChartSeries& s : c.series)
            if (!entry(s.name, [&] { paintSwatch(painter, QRectF(x, y - 8, 8, 8), s); })) break;
    for (const auto& guide : c.guides)
        entry(guide.name, [&] {
            painter.setPen(QPen(m_look.color(Ink::Muted), 1.2, Qt::DashLine));
            painter.drawLine(QPointF(x - 2, y - 4), QPointF(x + 10, y - 4));
        });
    if (c.series.size() == 1 && c.kind == ChartKind::Bars) text(painter, x, y, c.y.title, Ink::Text2);
}

void ChartView::paintTip(QPainter& painter) {
    auto& fonts = m_look.fonts();
    const QPointF at = positionOf(*m_at);
    if (m_chart->kind == ChartKind::Bars) {
        painter.setPen(m_look.color(Ink::Text));
        painter.drawRect(barRect(m_at->series, m_at->point).adjusted(0, 0, -1, -1));
    } else {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_look.color(Ink::Selection), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, 5, 5);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const QStringList lines = textOf(*m_at).split(QLatin1Char('\n'));
    double w = 0;
    std::vector<std::string> shown;
    for (const QString& line : lines) {
        shown.push_back(timeline::elidedInMiddle(fonts, line.toStdString(), kSmall, std::min(width() - 32, 420)));
        w = std::max(w, fonts.width(shown.back(), kSmall));
    }
    const double h = 8 + 15.0 * static_cast<double>(shown.size());
    double x = at.x() + 12, y = at.y() - h - 6;
    if (x + w + 16 > width()) x = std::max(2.0, at.x() - w - 28);
    y = std::clamp(y, 2.0, std::max(2.0, height() - h - 2));
    painter.setPen(m_look.color(Ink::Line2));
    painter.setBrush(m_look.color(Ink::Raised));
    painter.drawRect(QRectF(std::round(x), std::round(y), std::round(w + 16), std::round(h)));
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < shown.size(); ++i)
        text(painter, x + 8, y + 15 + 15.0 * static_cast<double>(i), shown[i], i == 0 ? Ink::Text : Ink::Text2,
             i == 0 ? 600 : 400);
}

} // namespace lanescope::panels
