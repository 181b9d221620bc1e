#include "widgets/panels/banner.h"

#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace lanescope::panels {

Banner::Banner(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    setObjectName(QStringLiteral("banner"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(36);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(40, 0, 8, 0);
    m_sentence = makeText({}, TextRole::Body, this);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_action = makeButton({}, ButtonRole::Plain, this);
    m_close = new QToolButton(this);
    m_close->setText(QStringLiteral("\u00d7"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("close the message"));
    m_close->setProperty("role", "flat");
    box->addWidget(m_sentence, 1);
    box->addWidget(m_action);
    box->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (m_act) m_act();
    });
    hide();
}

void Banner::show(const QString& sentence, const QString& actionText, std::function<void()> action) {
    m_sentence->setText(sentence);
    m_sentence->setToolTip(sentence);
    m_action->setText(actionText);
    m_action->setVisible(!actionText.isEmpty());
    m_act = std::move(action);
    QWidget::show();
}

void Banner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath triangle; // something is missing
    triangle.moveTo(22, 12);
    triangle.lineTo(28, 23);
    triangle.lineTo(16, 23);
    triangle.closeSubpath();
    painter.fillPath(triangle, m_look.color(scene::Ink::Bad));
}

} // namespace lanescope::panels
