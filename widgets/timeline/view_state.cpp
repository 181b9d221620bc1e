#include "widgets/timeline/view_state.h"

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

namespace {

constexpr int kFrameMs = 15;
constexpr double kMotionMs = 120;
constexpr int kSettleMs = 500;
constexpr std::size_t kMaxHistory = 100;
constexpr double kMargin = 0.05;
constexpr double kFurthestOut = 1.25; // how much more than the whole trace can be seen
constexpr double kLeastVisibleNs = 2; // a narrow canvas stops zooming earlier, so that there is time in view
constexpr double kVisibleRest = 0.1;  // share of the width where some of the trace stays in view

bool samePlace(const TimeScale& a, const TimeScale& b) {
    return a.nsPerPx() == b.nsPerPx() && a.firstColumn() == b.firstColumn();
}

double leastNsPerPx(double width) { return std::max(kMinNsPerPx, kLeastVisibleNs / width); }

// Between two places so that the time that both show at the same px stays there all the way.
TimeScale between(const TimeScale& from, const TimeScale& to, double t) {
    const double a = from.nsPerPx(), b = to.nsPerPx();
    const double zoom = a * std::pow(b / a, t);
    const double share = std::abs(b - a) > 1e-9 * a ? (zoom - a) / (b - a) : t;
    const double begin0 = static_cast<double>(count(from.timeAt(0)) - count(from.origin()));
    const double begin1 = static_cast<double>(count(to.timeAt(0)) - count(from.origin()));
    const auto begin = static_cast<std::int64_t>(std::llround(begin0 + (begin1 - begin0) * share));
    return TimeScale(from.origin(), from.origin() + Ns{begin}, zoom, to.widthPx());
}

} // namespace

ViewState::ViewState(QObject* parent) : QObject(parent) {
    m_tick.setInterval(kFrameMs);
    m_tick.setTimerType(Qt::PreciseTimer);
    connect(&m_tick, &QTimer::timeout, this, &ViewState::animate);
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &ViewState::settle);
}

void ViewState::setExtent(TimeRange extent, Keep keep) {
    m_extent = extent;
    m_anchor.reset();
    if (keep == Keep::View && m_moved && m_target.visible().overlaps(extent)) return;
    m_tick.stop();
    m_moved = false;
    m_history.clear();
    m_position = 0;
    if (!extent.empty()) apply(TimeScale::fit(extent.begin, extent, m_width, m_width * kMargin / 2));
    m_target = m_scale;
    m_history.push_back(m_target);
    emit historyChanged();
}

void ViewState::setCanvasWidth(double px) {
    px = std::max(1.0, px);
    if (px == m_width) return;
    m_width = px;
    m_tick.stop();
    m_anchor.reset();
    if (!m_moved && !m_extent.empty()) {
        apply(TimeScale::fit(m_extent.begin, m_extent, m_width, m_width * kMargin / 2));
        if (m_history.size() == 1) m_history[0] = m_scale;
    } else {
        apply(limited(m_target.withWidth(px)));
    }
    m_target = m_scale;
}

void ViewState::setAxisClock(AxisClock clock) {
    if (clock == m_axisClock) return;
    m_axisClock = clock;
    emit axisChanged();
}

void ViewState::setHeaderWidth(double px) {
    px = std::clamp(std::round(px), kMinHeader, kMaxHeader);
    if (px == m_header) return;
    m_header = px;
    emit headerWidthChanged();
}

TimeScale ViewState::limited(const TimeScale& wanted) const {
    if (m_extent.empty()) return wanted;
    const double whole = static_cast<double>(m_extent.length().count());
    const double least = leastNsPerPx(m_width);
    const double zoom = std::clamp(wanted.nsPerPx(), least, std::max(whole * kFurthestOut / m_width, least));
    const double rest = m_width * kVisibleRest * zoom;
    const double origin = static_cast<double>(count(wanted.origin()));
    double begin = static_cast<double>(count(wanted.timeAt(0))) - origin;
    if (zoom != wanted.nsPerPx()) { // keep the middle
        begin += (wanted.nsPerPx() - zoom) * m_width / 2;
    }
    const double first = static_cast<double>(count(m_extent.begin)) - origin - m_width * zoom + rest;
    const double last = static_cast<double>(count(m_extent.end)) - origin - rest;
    const double kept = std::clamp(begin, std::min(first, last), std::max(first, last));
    if (kept == begin && zoom == wanted.nsPerPx()) return wanted;
    return TimeScale(wanted.origin(), wanted.origin() + Ns{std::llround(kept)}, zoom, m_width);
}

void ViewState::apply(const TimeScale& scale) {
    m_scale = scale;
    emit scaleChanged();
}

void ViewState::moveTo(const TimeScale& wanted, Motion motion) {
    m_target = limited(wanted);
    m_moved = true;
    m_settle.start();
    if (motion == Motion::Instant || m_motion == Motion::Instant) {
        m_tick.stop();
        apply(m_target);
        return;
    }
    m_from = m_scale;
    m_clock.start();
    m_tick.start();
}

void ViewState::animate() {
    const double t = std::min(1.0, static_cast<double>(m_clock.nsecsElapsed()) / 1e6 / kMotionMs);
    if (t >= 1.0) {
        m_tick.stop();
        apply(m_target);
        return;
    }
    apply(between(m_from, m_target, 1 - std::pow(1 - t, 3)));
}

void ViewState::zoomAt(double x, double factor, Motion motion) {
    if (!m_anchor || m_anchor->x != x) m_anchor = Anchor{x, m_target.timeAt(x)};
    const double whole = static_cast<double>(m_extent.length().count());
    const double least = leastNsPerPx(m_width);
    const double most = std::max(whole * kFurthestOut / m_width, least);
    const double zoom = std::clamp(m_target.nsPerPx() / factor, least, most);
    const auto left = static_cast<std::int64_t>(std::llround(x * zoom));
    const Anchor anchor = *m_anchor;
    moveTo(TimeScale(m_target.origin(), anchor.time - Ns{left}, zoom, m_width), motion);
    m_anchor = anchor;
}

void ViewState::panBy(double px, Motion motion) {
    m_anchor.reset();
    moveTo(m_target.pannedBy(px), motion);
}

void ViewState::jumpTo(const TimeScale& scale, Motion motion) {
    settle(); // what was left belongs to the history too
    m_anchor.reset();
    moveTo(scale, motion);
    settle();
}

void ViewState::show(TimeRange range, Motion motion) {
    if (range.empty()) range.end = range.begin + Ns{1};
    jumpTo(TimeScale::fit(m_target.origin(), range, m_width), motion);
}

void ViewState::follow(TimeRange range) {
    if (range.empty()) return;
    m_anchor.reset();
    moveTo(TimeScale::fit(m_target.origin(), range, m_width), Motion::Instant);
}

void ViewState::fit(TimeRange range, Motion motion) {
    if (range.empty()) range.end = range.begin + Ns{1};
    jumpTo(TimeScale::fit(m_target.origin(), range, m_width, m_width * kMargin), motion);
}

void ViewState::fitAll(Motion motion) {
    if (m_extent.empty()) return;
    jumpTo(TimeScale::fit(m_target.origin(), m_extent, m_width, m_width * kMargin / 2), motion);
}

void ViewState::centre(RankTime time, Motion motion) {
    jumpTo(m_target.pannedBy(m_target.x(time) - m_width / 2), motion);
}

void ViewState::reveal(TimeRange range, Motion motion) {
    const double x0 = m_target.x(range.begin), x1 = m_target.x(range.end);
    const double margin = m_width * kMargin;
    if (x0 >= 0 && x1 <= m_width) return;
    if (x1 - x0 > m_width - 2 * margin) {
        // A long slice that fills the view already needs no move.
        if (x0 <= 0 && x1 >= m_width) return;
        return fit(range, motion);
    }
    const double by = x1 < 0 || x0 > m_width ? (x0 + x1) / 2 - m_width / 2
                      : x0 < 0               ? x0 - margin
                                             : x1 - m_width + margin;
    jumpTo(m_target.pannedBy(by), motion);
}

void ViewState::settle() {
    m_settle.stop();
    if (!m_history.empty() && samePlace(m_history[m_position], m_target)) return;
    if (!m_history.empty()) m_history.resize(m_position + 1);
    m_history.push_back(m_target);
    if (m_history.size() > kMaxHistory) m_history.erase(m_history.begin());
    m_position = m_history.size() - 1;
    emit historyChanged();
}

void ViewState::back() {
    settle();
    if (!canGoBack()) return;
    m_anchor.reset();
    moveTo(m_history[--m_position].withWidth(m_width), Motion::Animated);
    m_settle.stop();
    emit historyChanged();
}

void ViewState::forward() {
    settle();
    if (!canGoForward()) return;
    m_anchor.reset();
    moveTo(m_history[++m_position].withWidth(m_width), Motion::Animated);
    m_settle.stop();
    emit historyChanged();
}

void ViewState::restore(const Memento& memento) {
    m_tick.stop();
    m_settle.stop();
    m_anchor.reset();
    m_extent = memento.extent;
    m_moved = memento.moved;
    m_history = memento.history;
    m_position = memento.position;
    m_target = memento.scale.withWidth(m_width);
    apply(m_target);
    emit historyChanged();
}

} // namespace lanescope::timeline
