#include "app/gui/window/note_editor.h"

#include <QKeyEvent>

#include <algorithm>

namespace lanescope::app {

namespace {
const QString kBreak = QStringLiteral(" | "); // one line here stands for several in the note
constexpr int kWidth = 320, kHeight = 26;
} // namespace

NoteEditor::NoteEditor(const timeline::Shared& shared, timeline::TimelineWidget& canvas, std::size_t index)
    : QLineEdit(&canvas), m_shared(shared) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("noteEditor"));
    setAccessibleName(tr("words of the note"));
    if (index >= shared.notes.list().size()) {
        deleteLater();
        return;
    }
    m_note = shared.notes.list()[index];
    setText(QString::fromStdString(m_note.text).replace(QLatin1Char('\n'), kBreak));
    const double header = shared.view.headerWidth();
    const int most = std::max(0, canvas.width() - kWidth);
    const int x = std::clamp(static_cast<int>(header + shared.view.scale().x(m_note.first())),
                             std::min(static_cast<int>(header), most), most);
    setGeometry(x, static_cast<int>(scene::kRulerHeight), kWidth, kHeight);
    selectAll();
    show();
    setFocus(Qt::MouseFocusReason);
    // Another trace, or the time moves away below it.
    connect(&shared.document, &timeline::Document::changed, this, [this] { finish(End::Leave); });
    connect(&shared.view, &timeline::ViewState::scaleChanged, this, [this] { finish(End::Keep); });
}

void NoteEditor::finish(End end) {
    if (m_over) return;
    m_over = true;
    const std::string words = text().trimmed().replace(kBreak, QStringLiteral("\n")).toStdString();
    const auto& list = m_shared.notes.list();
    const auto it = std::find(list.begin(), list.end(), m_note);
    if (end == End::Keep && it != list.end() && !words.empty()) {
        timeline::Note changed = m_note;
        changed.text = words;
        m_shared.notes.replace(static_cast<std::size_t>(it - list.begin()), std::move(changed));
    }
    if (hasFocus() && parentWidget()) parentWidget()->setFocus();
    close();
}

void NoteEditor::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return finish(End::Keep);
    if (event->key() == Qt::Key_Escape) return finish(End::Leave);
    QLineEdit::keyPressEvent(event);
    event->accept(); // no key of the timeline acts while words are typed
}

void NoteEditor::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) finish(End::Keep);
}

} // namespace lanescope::app
