#include "widgets/panels/omnibox.h"

#include <QKeyEvent>
#include <QPainter>

namespace lanescope::panels {

using scene::Ink;

namespace {
constexpr int kDelayMs = 150;
constexpr int kLeftPad = 26, kRightPad = 96;
} // namespace

Omnibox::Omnibox(timeline::Look& look, QWidget* parent) : QLineEdit(parent), m_look(look), m_problemLabel(window()) {
    setPlaceholderText(tr("Search:  flash_fwd   /all.?gather/   kind:comm dur>1ms"));
    setAccessibleName(tr("search"));
    setTextMargins(kLeftPad - 8, 0, kRightPad - 8, 0);
    setMinimumWidth(280);
    setMaximumWidth(600);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(28);
    m_problemLabel.setProperty("role", "bad");
    m_problemLabel.hide();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_sent = text();
        emit queryChanged(m_sent);
    });
    connect(this, &QLineEdit::textEdited, this, [this](const QString& query) {
        if (query.startsWith(QLatin1Char('>'))) {
            clear();
            emit paletteWanted();
            return;
        }
        m_delay.start();
    });
    connect(this, &QLineEdit::textChanged, this, [this](const QString& query) {
        const bool code = !query.isEmpty(); // a query is shown in code type
        setFont(code ? paint::font({11, 400, true}) : paint::font({12, 400, false}));
        setStyleSheet(code ? QStringLiteral("font-family: '%1'; font-size: 11px;").arg(font().family()) : QString());
    });
}

void Omnibox::setResult(const QString& text) {
    m_result = text;
    update();
}

void Omnibox::setProblem(const QString& text) {
    m_problem = text;
    setToolTip(text);
    placeProblem();
}

void Omnibox::placeProblem() {
    m_problemLabel.setParent(window());
    m_problemLabel.setText(m_problem);
    m_problemLabel.setStyleSheet(
        QStringLiteral("background: %1; border: 1px solid %2; padding: 2px 6px; color: %3;")
            .arg(m_look.color(Ink::Raised).name(), m_look.color(Ink::Line2).name(), m_look.color(Ink::Bad).name()));
    m_problemLabel.adjustSize();
    m_problemLabel.move(mapTo(window(), QPoint(0, height() + 2)));
    m_problemLabel.setVisible(!m_problem.isEmpty());
    m_problemLabel.raise();
}

void Omnibox::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    selectAll();
}

void Omnibox::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_sent != text()) { // typed just now: search at once
            m_delay.stop();
            m_sent = text();
            emit queryChanged(m_sent);
            return;
        }
        if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            emit previousWanted();
        } else {
            emit nextWanted();
        }
        return;
    case Qt::Key_Escape:
        if (!text().isEmpty()) {
            clear();
            m_delay.stop();
            m_sent.clear();
            emit queryChanged({});
        } else {
            emit left();
        }
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void Omnibox::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_look.color(Ink::Muted), 1.4));
    painter.drawEllipse(QPointF(14, 13), 4.5, 4.5);
    painter.drawLine(QPointF(17.5, 16.5), QPointF(21, 20));
    if (!m_result.isEmpty()) {
        painter.setPen(m_look.color(Ink::Text2));
        const std::string result = m_result.toStdString();
        m_look.fonts().draw(painter, width() - 10 - m_look.fonts().width(result, {}), 18, result, {});
        return;
    }
    if (hasFocus() || !text().isEmpty()) return;
    const QRectF cap(width() - 27, 6, 16, 16);
    painter.setPen(QPen(m_look.color(Ink::Line2), 1));
    painter.setBrush(m_look.color(Ink::Raised));
    painter.drawRoundedRect(cap, 3, 3);
    painter.setPen(m_look.color(Ink::Text2));
    m_look.fonts().draw(painter, cap.center().x() - 2, 18, "/", {});
}

} // namespace lanescope::panels
