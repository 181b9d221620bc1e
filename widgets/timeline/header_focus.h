// The row headers for those who have no mouse: a focus stop over them, with a row that keys act on. Up and down, Home
// and End go from row to row, right and left open and close; what else rows can do are the actions of the timeline, for
// this row. Clicks go through to the timeline. GUI thread.
#pragma once

#include "widgets/timeline/timeline_widget.h"

namespace lanescope::timeline {

class HeaderFocus final : public QWidget {
    Q_OBJECT
public:
    HeaderFocus(const Shared& shared, TimelineWidget& canvas);
    std::optional<std::uint32_t> row() const { return m_row; } // that keys act on while the focus is here

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::uint32_t> rows() const; // as they stand, top to bottom
    void place();                            // over the headers
    void moveTo(std::uint32_t row);
    void refresh(); // the row may be gone, or stand elsewhere

    Shared m_shared;
    TimelineWidget& m_canvas;
    std::optional<std::uint32_t> m_row;
};

} // namespace lanescope::timeline
