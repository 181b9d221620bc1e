#include "widgets/panels/ask_box.h"

#include "widgets/panels/panel_parts.h"

#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
constexpr int kWidth = 480, kTop = 76, kMostLetters = 1000;
}

AskBox::AskBox(QWidget* window) : QFrame(window) {
    setObjectName(QStringLiteral("sheet"));
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(8, 8, 8, 8);
    m_edit = new QLineEdit(this);
    m_edit->setAccessibleName(tr("answer"));
    m_edit->setMaxLength(kMostLetters);
    m_note = makeText({}, TextRole::Small, this);
    m_note->setWordWrap(true);
    box->addWidget(m_edit);
    box->addWidget(m_note);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
        if (m_question.edited) m_question.edited(text);
    });
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        const QString wrong = m_question.entered ? m_question.entered(m_edit->text()) : QString();
        if (!wrong.isEmpty()) return m_note->setText(wrong);
        hide();
    });
    hide();
}

void AskBox::ask(Question question) {
    m_question = std::move(question);
    setAccessibleName(m_question.title);
    m_edit->setPlaceholderText(m_question.title);
    m_edit->setAccessibleName(m_question.title);
    m_edit->setText(m_question.text);
    m_note->setText(m_question.hint);
    const int width = std::min(kWidth, parentWidget()->width());
    m_note->setFixedWidth(width - 20);
    adjustSize();
    resize(width, height());
    move((parentWidget()->width() - width) / 2, kTop);
    show();
    raise();
    m_edit->setFocus();
    m_edit->selectAll();
}

void AskBox::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    m_question = {};
    emit closed();
}

} // namespace lanescope::panels
