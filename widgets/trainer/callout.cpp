#include "widgets/trainer/callout.h"

#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::trainer {

using panels::ButtonRole;
using panels::makeButton;
using panels::makeText;
using panels::TextRole;

Callout::Callout(QWidget* parent)
    : QFrame(parent),
      m_place(makeText({}, TextRole::Muted, this)),
      m_title(makeText({}, TextRole::Title, this)),
      m_text(makeText({}, TextRole::Body, this)),
      m_back(makeButton(tr("Back"), ButtonRole::Plain, this)),
      m_next(makeButton(tr("Next"), ButtonRole::Primary, this)) {
    setObjectName(QStringLiteral("sheet"));
    setFixedWidth(kWidth);
    setCursor(Qt::ArrowCursor);
    for (QLabel* label : {m_title, m_text}) label->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_place, 1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(14, 12, 14, 12);
    box->setSpacing(8);
    box->addWidget(m_title);
    box->addWidget(m_text);
    box->addLayout(buttons);
}

void Callout::say(const QString& place, const QString& title, const QString& text) {
    m_place->setText(place);
    m_title->setText(title);
    m_text->setText(text);
    m_title->setFixedHeight(m_title->heightForWidth(kWidth - 28));
    m_text->setFixedHeight(m_text->heightForWidth(kWidth - 28));
    setAccessibleName(title);
    setAccessibleDescription(text);
    adjustSize();
}

void Callout::setSide(Side side) {
    m_title->setText((side == Side::Left ? QStringLiteral("\u25c2 ") : QStringLiteral("\u25b8 ")) +
                     m_title->text().remove(QStringLiteral("\u25c2 ")).remove(QStringLiteral("\u25b8 ")));
}

} // namespace lanescope::trainer
