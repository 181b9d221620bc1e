#include "widgets/panels/welcome_page.h"

#include "core/export/quantity.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr int kHeight = 58;
constexpr double kBarWidth = 150;

QString whenText(const QDateTime& when) {
    const qint64 days = when.date().daysTo(QDate::currentDate());
    if (days == 0) return QStringLiteral("today ") + when.toString(QStringLiteral("HH:mm"));
    if (days == 1) return QStringLiteral("yesterday");
    return QLocale::c().toString(when.date(), QStringLiteral("d MMM"));
}
} // namespace

RecentRow::RecentRow(timeline::Look& look, models::RecentFile file, QWidget* parent)
    : SceneWidget(look, parent), m_file(std::move(file)) {
    setFixedHeight(kHeight);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(m_file.fileName());
    setToolTip(m_file.path);
}

void RecentRow::setState(const QString& state, Ink ink) {
    m_state = state;
    m_stateInk = ink;
    invalidate();
}

void RecentRow::build(scene::Scene& out) {
    out.background = Ink::Window;
    scene::Layer layer;
    const double w = width();
    if (underMouse() || hasFocus()) {
        layer.boxes.push_back(makeBox(0, 0, w, kHeight, Ink::AccentBack));
        layer.boxes.push_back(makeBox(0, 0, 3, kHeight, Ink::Accent));
    }
    const double left = 14, when = w - 14, state = when - 84, size = state - 84, bar = size - 72 - kBarWidth;
    const scene::TextStyle name{13, 600, false}, body{12, 400, false};
    layer.labels.push_back(
        makeLabel(left, 24, timeline::elided(look().fonts(), m_file.fileName().toStdString(), name, bar - left - 20),
                  Ink::Text, name));
    layer.labels.push_back(
        makeLabel(left, 43, timeline::elided(look().fonts(), m_file.facts.toStdString(), body, bar - left - 20),
                  Ink::Text2, body));
    if (m_file.parts) {
        std::array<double, 4> values{};
        double whole = 0;
        for (std::size_t i = 0; i < 4; ++i) whole += values[i] = static_cast<double>((*m_file.parts)[i]);
        timeline::addPartsBar(layer, bar, 16, kBarWidth, 9, values);
        if (whole > 0)
            layer.labels.push_back(
                makeLabel(bar, 43, "busy " + formatShare((whole - values[3]) / whole), Ink::Text2, body));
    }
    layer.labels.push_back(makeLabel(size, 34, formatBytes(static_cast<std::int64_t>(m_file.bytes)), Ink::Text2, body,
                                     scene::Align::Right));
    layer.labels.push_back(makeLabel(size + 14, 34, m_state.toStdString(), m_stateInk, body));
    layer.labels.push_back(
        makeLabel(when, 34, whenText(m_file.opened).toStdString(), Ink::Muted, body, scene::Align::Right));
    layer.lines.push_back(makeLine(0, kHeight - 0.5, w, kHeight - 0.5, Ink::Line));
    out.layers.push_back(std::move(layer));
}

void RecentRow::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit chosen(m_file.path);
}

void RecentRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit chosen(m_file.path);
    else
        SceneWidget::keyPressEvent(event);
}

void RecentRow::enterEvent(QEnterEvent*) { invalidate(); }
void RecentRow::leaveEvent(QEvent*) { invalidate(); }
void RecentRow::focusInEvent(QFocusEvent*) { invalidate(); }
void RecentRow::focusOutEvent(QFocusEvent*) { invalidate(); }

} // namespace lanescope::panels
