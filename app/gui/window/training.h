// Practice and walkthroughs as pages of the window, beside the trace that is open; made when first asked for. GUI
// thread.
#pragma once

#include "widgets/trainer/practice_page.h"
#include "widgets/trainer/walk_page.h"

#include <QObject>
#include <QSettings>
#include <QStackedWidget>

#include <functional>
#include <string_view>

namespace lanescope::app {

class Training final : public QObject {
    Q_OBJECT
public:
    struct Parts {
        timeline::Look& look;
        jobs::JobRunner& runner;
        QSettings& settings;
        QStackedWidget& stack;
    };
    // `left` shows what the window showed before.
    Training(const Parts& parts, std::function<void()> left, QObject* parent = nullptr);
    void practise();
    void walk(std::string_view signature);
    bool isOpen() const; // one of its pages is shown
    void leave();
    void setMotion(timeline::Motion motion);

    trainer::PracticePage& practice(); // made if need be
    trainer::WalkPage& walk();

signals:
    void opened();

private:
    Parts m_parts;
    std::function<void()> m_left;
    timeline::Motion m_motion = timeline::Motion::Animated;
    trainer::PracticePage* m_practice = nullptr;
    trainer::WalkPage* m_walk = nullptr;
};

} // namespace lanescope::app
