#include "widgets/panels/go_to_box.h"

#include "widgets/panels/panel_parts.h"

#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
constexpr int kWidth = 360, kTop = 76;
const char* const kHint =
    "a step's number, a time from the ruler's zero, or a clock: 12, 95.1 ms, 14:03:07.5, 12:00:01.5 UTC";
} // namespace

GoToBox::GoToBox(QWidget* window) : QFrame(window) {
    setObjectName(QStringLiteral("sheet"));
    setAccessibleName(tr("go to"));
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(8, 8, 8, 8);
    m_edit = new QLineEdit(this);
    m_edit->setAccessibleName(tr("step or time"));
    m_edit->setPlaceholderText(tr("Go to step or time"));
    m_note = makeText(tr(kHint), TextRole::Small, this);
    box->addWidget(m_edit);
    box->addWidget(m_note);
    connect(m_edit, &QLineEdit::returnPressed, this, [this] { emit entered(m_edit->text()); });
    hide();
}

void GoToBox::open() {
    m_edit->clear();
    m_note->setText(tr(kHint));
    adjustSize();
    resize(std::max(kWidth, width()), height());
    move((parentWidget()->width() - width()) / 2, kTop);
    show();
    raise();
    m_edit->setFocus();
}

void GoToBox::complain(const QString& text) { m_note->setText(text); }

} // namespace lanescope::panels
