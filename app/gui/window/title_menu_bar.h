// The menu bar with the trace's name in its middle and the program's at its right. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QMenuBar>

namespace lanescope::app {

class TitleMenuBar final : public QMenuBar {
    Q_OBJECT
public:
    explicit TitleMenuBar(timeline::Look& look, QWidget* parent = nullptr);
    void setTitle(const QString& title);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    timeline::Look& m_look;
    QString m_title;
};

} // namespace lanescope::app
