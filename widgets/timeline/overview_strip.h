// The parts of the whole trace, one column per px, and the view as a brush that can be dragged, drawn anew or resized
// at its edges. GUI thread.
#pragma once

#include "widgets/timeline/parts_columns.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

namespace lanescope::timeline {

class OverviewStrip final : public SceneWidget {
    Q_OBJECT
public:
    explicit OverviewStrip(const Shared& shared, QWidget* parent = nullptr);
    static constexpr int kHeight = 32;
    QSize sizeHint() const override { return {800, kHeight}; }

    QRectF brushRect() const;     // px of this widget
    double xOf(RankTime t) const; // of the whole trace's axis
    RankTime timeAt(double x) const;
    void setHits(std::vector<RankTime> hits);

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // left, right; up, down zoom; Home, End

private:
    enum class Drag : std::uint8_t { None, Brush, Begin, End, New };
    Drag dragAt(double x) const;
    void addBand(scene::Layer& layer);
    void addBrush(scene::Layer& layer);

    Shared m_shared;
    std::vector<PartsColumn> m_columns;
    std::vector<RankTime> m_hits;
    Drag m_drag = Drag::None;
    double m_pressedX = 0, m_lastX = 0;
    TimeRange m_pressedRange{};
};

} // namespace lanescope::timeline
