// A box with words on the timeline: what is marked, and the buttons back and next. GUI thread.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>

namespace lanescope::trainer {

class Callout final : public QFrame {
    Q_OBJECT
public:
    static constexpr int kWidth = 340;
    explicit Callout(QWidget* parent = nullptr);
    void say(const QString& place, const QString& title, const QString& text);
    QString title() const { return m_title->text(); }
    QString text() const { return m_text->text(); }
    enum class Side : std::uint8_t { Left, Right }; // on which the marked place lies
    void setSide(Side side);
    QPushButton& back() { return *m_back; }
    QPushButton& next() { return *m_next; }

private:
    QLabel *m_place, *m_title, *m_text;
    QPushButton *m_back, *m_next;
};

} // namespace lanescope::trainer
