// The words of a note, changed where the note stands on the timeline: Enter keeps them, Escape leaves them as they
// were, and so does going elsewhere without a change. Deletes itself. GUI thread.
#pragma once

#include "widgets/timeline/timeline_widget.h"

#include <QLineEdit>

namespace lanescope::app {

class NoteEditor final : public QLineEdit {
    Q_OBJECT
public:
    NoteEditor(const timeline::Shared& shared, timeline::TimelineWidget& canvas, std::size_t index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class End : std::uint8_t { Keep, Leave };
    void finish(End end);
    timeline::Shared m_shared;
    timeline::Note m_note; // as it was: the list may change meanwhile
    bool m_over = false;
};

} // namespace lanescope::app
