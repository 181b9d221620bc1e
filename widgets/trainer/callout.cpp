#include "widgets/trainer/callout.h"

#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lanescope::trainer {

using panels::ButtonRole;
using panels::makeButton;
using panels::makeText;
using panels::TextRole;

namespace {
constexpr int kMargin = 14, kSpacing = 8;
}

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
    box->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    box->setSpacing(kSpacing);
    box->addWidget(m_title);
    box->addWidget(m_text);
    box->addLayout(buttons);
}

void Callout::say(const QString& place, const QString& title, const QString& text) {
    m_place->setText(place);
    m_title->setText(title);
    m_text->setText(text);
    int height = 2 * kMargin + 2 * kSpacing + m_next->sizeHint().height();
    for (QLabel* label : {m_title, m_text}) {
        label->ensurePolished();
        label->setMinimumHeight(0); // that of the last words is no measure
        label->setFixedHeight(label->heightForWidth(kWidth - 2 * kMargin));
        height += label->height();
    }
    setFixedHeight(height);
    setAccessibleName(title);
    setAccessibleDescription(text);
}

void Callout::setSide(Side side) {
    m_title->setText((side == Side::Left ? QStringLiteral("\u25c2 ") : QStringLiteral("\u25b8 ")) +
                     m_title->text().remove(QStringLiteral("\u25c2 ")).remove(QStringLiteral("\u25b8 ")));
}

} // namespace lanescope::trainer
