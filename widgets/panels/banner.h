// One sentence above the canvas when something is wrong with a file: shape, sentence, one action, close. What was open
// stays open. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <functional>

namespace lanescope::panels {

class Banner final : public QWidget {
    Q_OBJECT
public:
    explicit Banner(timeline::Look& look, QWidget* parent = nullptr);
    // `actionText` says the act, for example "Open another file"; empty: no button.
    void show(const QString& sentence, const QString& actionText = {}, std::function<void()> action = {});
    QString sentence() const { return m_sentence->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    timeline::Look& m_look;
    QLabel* m_sentence;
    QPushButton* m_action;
    QToolButton* m_close;
    std::function<void()> m_act;
};

} // namespace lanescope::panels
