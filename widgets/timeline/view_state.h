// Where the window looks: the time scale of the canvas, its history, and the motion between two places. GUI thread.
//   Zoom keeps the time under the pointer: as long as only zooming at the same px goes on, the time first met there is
//   the anchor, so nothing drifts however many steps are made.
#pragma once

#include "core/query/time_axis.h"
#include "core/query/time_scale.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace lanescope::timeline {

enum class Motion : std::uint8_t { Instant, Animated };

class ViewState final : public QObject {
    Q_OBJECT
public:
    static constexpr double kMinHeader = 140, kMaxHeader = 480, kDefaultHeader = 220;
    explicit ViewState(QObject* parent = nullptr);

    const TimeScale& scale() const { return m_scale; }
    const TimeScale& target() const { return m_target; } // where a motion ends; else the same as scale()
    TimeRange extent() const { return m_extent; }
    double headerWidth() const { return m_header; }
    double canvasWidth() const { return m_width; }
    AxisClock axisClock() const { return m_axisClock; } // as chosen; shown_axis.h says what it comes to
    void setAxisClock(AxisClock clock);

    // The trace's whole range. Keeps the view when it still shows some of it and the user has moved; else fits.
    enum class Keep : std::uint8_t { View, Nothing };
    void setExtent(TimeRange extent, Keep keep);
    void setCanvasWidth(double px);
    void setHeaderWidth(double px);
    void setMotion(Motion motion) { m_motion = motion; } // Instant: nothing is ever animated

    void zoomAt(double x, double factor, Motion motion = Motion::Instant);
    void panBy(double px, Motion motion = Motion::Instant);
    void show(TimeRange range, Motion motion = Motion::Animated); // exactly this range over the width
    void
    follow(TimeRange range); // as show, while something is dragged: at once, and one place in the history at the end
    void fit(TimeRange range, Motion motion = Motion::Animated); // with a margin of 5 %
    void fitAll(Motion motion = Motion::Animated);
    void centre(RankTime time, Motion motion = Motion::Animated); // same zoom
    // Moves as little as possible so that the range can be seen; zooms out when it does not fit.
    void reveal(TimeRange range, Motion motion = Motion::Animated);

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void back();
    void forward();

    struct Memento {
        TimeScale scale;
        TimeRange extent;
        bool moved = false;
        std::vector<TimeScale> history;
        std::size_t position = 0;
    };
    Memento memento() const { return {m_target, m_extent, m_moved, m_history, m_position}; }
    void restore(const Memento& memento);

signals:
    void scaleChanged();
    void headerWidthChanged();
    void axisChanged();
    void historyChanged();

private:
    void moveTo(const TimeScale& scale, Motion motion);
    void jumpTo(const TimeScale& scale, Motion motion); // moveTo, and a place in the history at once
    void apply(const TimeScale& scale);
    void animate();
    void settle(); // the place has been held: it belongs to the history
    TimeScale limited(const TimeScale& scale) const;

    TimeScale m_scale, m_target, m_from;
    TimeRange m_extent{};
    double m_width = 800;
    double m_header = kDefaultHeader;
    AxisClock m_axisClock = AxisClock::Step;
    bool m_moved = false; // by the user, since the extent was first set
    Motion m_motion = Motion::Animated;
    QTimer m_tick, m_settle;
    QElapsedTimer m_clock;
    struct Anchor {
        double x = 0;
        RankTime time{};
    };
    std::optional<Anchor> m_anchor;
    std::vector<TimeScale> m_history;
    std::size_t m_position = 0;
};

} // namespace lanescope::timeline
