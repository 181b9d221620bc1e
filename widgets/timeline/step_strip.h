// One bar per step, equal widths, height by duration, parts stacked inside. A click selects the step and shows it. GUI
// thread.
#pragma once

#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

namespace lanescope::timeline {

class StepStrip final : public SceneWidget {
    Q_OBJECT
public:
    explicit StepStrip(const Shared& shared, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {800, kHeight}; }
    static constexpr int kHeight = 56;

    std::optional<std::size_t> stepAtX(double x) const; // index in store.steps()
    QRectF barRect(std::size_t step) const;             // the cell of a step, px of this widget

signals:
    void stepClicked(std::size_t step);

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // left, right, Home, End, Enter
    bool event(QEvent* event) override;

private:
    double cellWidth() const;
    double scrollMax() const;
    void showStep();
    bool hasWork() const; // of a GPU
    void addBar(scene::Layer& layer, const models::StepBar& bar);
    void addNote(scene::Layer& layer);
    const models::StepStripData* data() const;

    Shared m_shared;
    double m_scroll = 0;
};

} // namespace lanescope::timeline
