// A small box with one line to type in, below the toolbar: a row filter, a name, the words of a note. GUI thread.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QLineEdit>

#include <functional>

namespace lanescope::panels {

struct Question {
    QString title;                              // placeholder and accessible name
    QString hint;                               // below the line
    QString text;                               // to start from
    std::function<void(const QString&)> edited; // with every letter; may be empty
    // Enter: what is wrong, which keeps the box open; empty = done.
    std::function<QString(const QString&)> entered;
};

class AskBox final : public QFrame {
    Q_OBJECT
public:
    explicit AskBox(QWidget* window);
    void ask(Question question);
    QLineEdit& edit() { return *m_edit; }
    QString note() const { return m_note->text(); }

signals:
    void closed();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    QLineEdit* m_edit;
    QLabel* m_note;
    Question m_question;
};

} // namespace lanescope::panels
