// The widget: layout, pointer, keys. What is painted: chart_paint.cpp.
#include "widgets/panels/analysis/chart_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

using models::Chart;
using models::ChartKind;
using models::ChartSeries;
using models::Scaling;

namespace {
constexpr double kTop = 24, kRight = 14, kBottom = 22, kNear = 14;
constexpr scene::TextStyle kSmall{11, 400, false};
constexpr std::size_t kMostLying = 16;
} // namespace

ChartView::ChartView(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 90);
    setAccessibleName(tr("chart"));
    connect(&look, &timeline::Look::themeChanged, this, [this] {
        m_base = {};
        update();
    });
}

void ChartView::setChart(std::shared_ptr<const Chart> chart) {
    m_chart = std::move(chart);
    m_at.reset();
    if (m_chart) setAccessibleName(tr("chart: ") + QString::fromStdString(m_chart->title));
    layOut();
    m_base = {};
    update();
}

void ChartView::layOut() {
    if (!m_chart) return;
    auto& fonts = m_look.fonts();
    const Chart& c = *m_chart;
    double lowX = 1e300, highX = -1e300, lowY = 1e300, highY = -1e300;
    const auto take = [&](const models::ChartPoint& p) {
        lowX = std::min(lowX, p.x);
        highX = std::max(highX, p.x);
        if (p.y > 0 || c.y.scaling == Scaling::Linear) lowY = std::min(lowY, p.y);
        highY = std::max(highY, p.y);
    };
    for (const ChartSeries& s : c.series)
        for (const auto& p : s.points) take(p);
    for (const auto& g : c.guides)
        for (const auto& p : g.points) take(p);
    if (c.kind == ChartKind::Bars) {
        highY = 0;
        for (std::size_t i = 0; i < c.categories.size(); ++i) highY = std::max(highY, stackBelow(c.series.size(), i));
        lowY = c.y.scaling == Scaling::Log ? 0.7 : 0;
    } else if (c.y.scaling == Scaling::Linear) {
        lowY = std::min(0.0, lowY);
        highY += (highY - lowY) * 0.06;
    } else {
        lowY /= 1.5;
        highY *= 1.5;
    }
    if (c.kind == ChartKind::Dots && c.x.scaling == Scaling::Log) {
        lowX /= 1.5;
        highX *= 1.5;
    }
    double longest = 0;
    for (const std::string& name : c.categories) longest = std::max(longest, fonts.width(name, kSmall));
    const double slot = width() / std::max<double>(1, static_cast<double>(c.categories.size()));
    m_lying = c.kind == ChartKind::Bars && c.series.size() == 1 && longest > slot && longest > 60 &&
              c.categories.size() <= kMostLying;
    double left = 12;
    if (m_lying) {
        left = std::min(longest + 20, width() * 0.42);
        m_plot = QRectF(left, 6, width() - left - 78, height() - 12);
        m_x = ChartScale({}, 0, highY, m_plot.left(), m_plot.right());
        return;
    }
    const double top = legendHeight();
    m_y = ChartScale(c.y, lowY, highY, height() - kBottom, top);
    for (const auto& tick : m_y.ticks(34)) left = std::max(left, fonts.width(axisText(c.y, tick.value), kSmall) + 16);
    m_plot = QRectF(left, top, std::max(20.0, width() - left - kRight), std::max(20.0, height() - top - kBottom));
    m_x = ChartScale(c.x, lowX, highX, m_plot.left(), m_plot.right());
}

// One line, or two where one has no room for all names.
double ChartView::legendHeight() const {
    double all = 12;
    for (const ChartSeries& s : m_chart->series) all += 28 + m_look.fonts().width(s.name, kSmall);
    for (const auto& g : m_chart->guides) all += 28 + m_look.fonts().width(g.name, kSmall);
    return all > width() ? kTop + 16 : kTop;
}

double ChartView::stackBelow(std::size_t series, std::size_t category) const {
    double sum = 0;
    for (std::size_t s = 0; s < std::min(series, m_chart->series.size()); ++s)
        if (category < m_chart->series[s].points.size()) sum += m_chart->series[s].points[category].y;
    return sum;
}

QRectF ChartView::barRect(std::size_t series, std::size_t category) const {
    const auto n = static_cast<double>(std::max<std::size_t>(1, m_chart->categories.size()));
    const double value = m_chart->series[series].points[category].y;
    const auto at = static_cast<double>(category);
    if (m_lying) {
        const double slot = std::min(26.0, m_plot.height() / n);
        return {m_plot.left(), m_plot.top() + at * slot + slot * 0.2, std::max(1.0, m_x.px(value) - m_plot.left()),
                slot * 0.6};
    }
    const double slot = std::min(64.0, m_plot.width() / n);
    const double gap = slot > 4 ? std::min(4.0, slot * 0.2) : 0;
    const double below = stackBelow(series, category);
    const double top = value > 0 ? m_y.px(below + value) : m_plot.bottom();
    const double bottom = series == 0 ? m_plot.bottom() : m_y.px(below);
    return {m_plot.left() + at * slot + gap / 2, top, std::max(1.0, slot - gap), std::max(0.0, bottom - top)};
}

QPointF ChartView::positionOf(const Place& place) const {
    if (m_chart->kind == ChartKind::Bars) return barRect(place.series, place.point).center();
    const auto& p = m_chart->series[place.series].points[place.point];
    return {m_x.px(p.x), m_y.px(p.y)};
}

std::optional<ChartView::Place> ChartView::placeAt(QPointF pos) const {
    if (!m_chart) return std::nullopt;
    const Chart& c = *m_chart;
    std::optional<Place> best;
    if (c.kind == ChartKind::Bars) {
        for (std::size_t i = 0; i < c.categories.size(); ++i) {
            const QRectF base = barRect(0, i);
            const bool inside =
                m_lying ? pos.y() >= base.top() - base.height() / 3 && pos.y() < base.bottom() + base.height() / 3
                        : pos.x() >= base.left() && pos.x() < base.right();
            if (!inside) continue;
            best = Place{0, i};
            for (std::size_t s = 0; s < c.series.size(); ++s)
                if (barRect(s, i).contains(pos)) best = Place{s, i};
        }
        return best;
    }
    double least = c.kind == ChartKind::Dots ? kNear : 1e9;
    for (std::size_t s = 0; s < c.series.size(); ++s) {
        const auto& points = c.series[s].points;
        if (c.kind == ChartKind::Curve) { // the value that holds there
            const double x = m_x.value(pos.x());
            auto it = std::upper_bound(points.begin(), points.end(), x,
                                       [](double v, const models::ChartPoint& p) { return v < p.x; });
            if (it == points.begin()) continue;
            --it;
            const double away = std::abs(m_y.px(it->y) - pos.y());
            if (away < least) {
                least = away;
                best = Place{s, static_cast<std::size_t>(it - points.begin())};
            }
            continue;
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double away = std::hypot(m_x.px(points[i].x) - pos.x(), m_y.px(points[i].y) - pos.y());
            if (away < least) {
                least = away;
                best = Place{s, i};
            }
        }
    }
    return best;
}

QString ChartView::textOf(const Place& place) const {
    const Chart& c = *m_chart;
    const ChartSeries& series = c.series[place.series];
    const auto& p = series.points[place.point];
    std::string out;
    if (c.kind == ChartKind::Bars) {
        out = c.categories[place.point];
        for (const ChartSeries& s : c.series)
            if (place.point < s.points.size() && (s.points[place.point].y > 0 || c.series.size() == 1))
                out += "\n" + s.name + " " + axisText(c.y, s.points[place.point].y);
    } else {
        out = series.name + "\n" + axisText(c.x, p.x) + (c.x.title.empty() ? "" : " " + c.x.title) + ", " +
              axisText(c.y, p.y);
    }
    if (!p.label.empty()) out += "\n" + p.label;
    return QString::fromStdString(out);
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
    m_base = {};
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    const auto at = placeAt(event->position());
    if (at != m_at) {
        m_at = at;
        setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    update();
}

void ChartView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_at.reset();
    update();
}

void ChartView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    if (const auto at = placeAt(event->position()))
        emit targetChosen(m_chart->series[at->series].points[at->point].target);
}

void ChartView::step(int by) {
    if (!m_chart || m_chart->series.empty()) return;
    const std::size_t series = m_at ? m_at->series : 0;
    const auto n = static_cast<int>(m_chart->series[series].points.size());
    if (n == 0) return;
    const int now = m_at ? static_cast<int>(m_at->point) + by : (by > 0 ? 0 : n - 1);
    m_at = Place{series, static_cast<std::size_t>(std::clamp(now, 0, n - 1))};
    setAccessibleDescription(textOf(*m_at));
    update();
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        return step(1);
    case Qt::Key_Left:
    case Qt::Key_Up:
        return step(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_at) emit targetChosen(m_chart->series[m_at->series].points[m_at->point].target);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lanescope::panels
