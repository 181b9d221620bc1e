// Two px of accent that tell how far a load is; moves to and fro when that is not known. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace lanescope::panels {

class ProgressLine final : public QWidget {
    Q_OBJECT
public:
    explicit ProgressLine(timeline::Look& look, QWidget* parent = nullptr);
    void begin();
    void setShare(std::optional<double> share); // 0 to 1; none = not known
    void end();
    std::optional<double> share() const { return m_share; }
    bool isActive() const { return m_active; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    timeline::Look& m_look;
    std::optional<double> m_share;
    bool m_active = false;
    QTimer m_tick;
    QElapsedTimer m_clock;
};

} // namespace lanescope::panels
