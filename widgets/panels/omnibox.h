// The search box of the toolbar. Plain text or /regular expression/ looks for names; a leading '>' is for the command
// palette. A bad query says what is wrong and keeps the last result. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QLabel>
#include <QLineEdit>
#include <QTimer>

namespace lanescope::panels {

class Omnibox final : public QLineEdit {
    Q_OBJECT
public:
    explicit Omnibox(timeline::Look& look, QWidget* parent = nullptr);
    void setResult(const QString& text);  // "24 hits", "3 of 24"; empty: none
    void setProblem(const QString& text); // empty: none
    QString result() const { return m_result; }
    QString problem() const { return m_problem; }
    QSize sizeHint() const override { return {600, 28}; }

signals:
    void queryChanged(const QString& query); // a moment after typing; empty: the search is over
    void nextWanted();
    void previousWanted();
    void paletteWanted();
    void left(); // Esc: the canvas shall have the keys again

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void placeProblem();
    timeline::Look& m_look;
    QString m_result, m_problem, m_sent;
    QTimer m_delay;
    QLabel m_problemLabel;
};

} // namespace lanescope::panels
