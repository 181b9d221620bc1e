// A small box for "go to": a step's number or a time. GUI thread.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QLineEdit>

namespace lanescope::panels {

class GoToBox final : public QFrame {
    Q_OBJECT
public:
    explicit GoToBox(QWidget* window);
    void open();
    void complain(const QString& text); // keeps the box open
    QLineEdit& edit() { return *m_edit; }

signals:
    void entered(const QString& text);

private:
    QLineEdit* m_edit;
    QLabel* m_note;
};

} // namespace lanescope::panels
