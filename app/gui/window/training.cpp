#include "app/gui/window/training.h"

#include <QRandomGenerator>

namespace lanescope::app {

namespace {
constexpr quint32 kSeeds = 1'000'000;
}

Training::Training(const Parts& parts, std::function<void()> left, QObject* parent)
    : QObject(parent), m_parts(parts), m_left(std::move(left)) {
    // Something else is shown: a trace was opened.
    connect(&parts.stack, &QStackedWidget::currentChanged, this, [this] {
        if (m_practice && m_parts.stack.currentWidget() != m_practice) m_practice->stop();
        if (m_walk && m_parts.stack.currentWidget() != m_walk) m_walk->stop();
    });
}

trainer::PracticePage& Training::practice() {
    if (m_practice) return *m_practice;
    m_practice = new trainer::PracticePage(m_parts.look, m_parts.runner, m_parts.settings, &m_parts.stack);
    m_practice->stage().setMotion(m_motion);
    m_parts.stack.addWidget(m_practice);
    connect(m_practice, &trainer::PracticePage::left, this, &Training::leave);
    return *m_practice;
}

trainer::WalkPage& Training::walk() {
    if (m_walk) return *m_walk;
    m_walk = new trainer::WalkPage(m_parts.look, m_parts.runner, &m_parts.stack);
    m_walk->stage().setMotion(m_motion);
    m_parts.stack.addWidget(m_walk);
    connect(m_walk, &trainer::WalkPage::left, this, &Training::leave);
    return *m_walk;
}

void Training::setMotion(timeline::Motion motion) {
    m_motion = motion;
    if (m_practice) m_practice->stage().setMotion(motion);
    if (m_walk) m_walk->stage().setMotion(motion);
}

void Training::practise() {
    m_parts.stack.setCurrentWidget(&practice());
    m_practice->open(1 + QRandomGenerator::global()->bounded(kSeeds));
    emit opened();
}

void Training::walk(std::string_view signature) {
    m_parts.stack.setCurrentWidget(&walk());
    m_walk->open(signature);
    emit opened();
}

bool Training::isOpen() const {
    const QWidget* shown = m_parts.stack.currentWidget();
    return shown && (shown == m_practice || shown == m_walk);
}

void Training::leave() {
    if (!isOpen()) return;
    m_left();
}

} // namespace lanescope::app
