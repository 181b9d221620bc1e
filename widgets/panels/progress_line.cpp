#include "widgets/panels/progress_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

ProgressLine::ProgressLine(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    setFixedHeight(2);
    m_tick.setInterval(50);
    connect(&m_tick, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
}

void ProgressLine::begin() {
    m_active = true;
    m_share.reset();
    m_clock.start();
    m_tick.start();
    update();
}

void ProgressLine::setShare(std::optional<double> share) {
    if (share) share = std::clamp(*share, 0.0, 1.0);
    // It never goes back: figures of several threads may arrive out of order.
    if (share && m_share) share = std::max(*share, *m_share);
    m_share = share;
    update();
}

void ProgressLine::end() {
    m_active = false;
    m_tick.stop();
    update();
}

void ProgressLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.color(scene::Ink::Window));
    if (!m_active) return;
    const QColor accent = m_look.color(scene::Ink::Accent);
    if (m_share) return painter.fillRect(QRectF(0, 0, width() * *m_share, height()), accent);
    const double t = std::fmod(static_cast<double>(m_clock.elapsed()) / 1500.0, 2.0);
    const double at = t < 1 ? t : 2 - t;
    painter.fillRect(QRectF(at * width() * 0.85, 0, width() * 0.15, height()), accent);
}

} // namespace lanescope::panels
