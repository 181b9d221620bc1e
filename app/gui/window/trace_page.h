// The page of an open trace: strips, timeline, bottom panel; the guide at the right, over the rest where the window is
// narrow. Low windows lose the overview first, then the step strip. GUI thread.
#pragma once

#include "widgets/panels/bottom_panel.h"
#include "widgets/panels/findings_lane.h"
#include "widgets/panels/guide_panel.h"
#include "widgets/timeline/overview_strip.h"
#include "widgets/timeline/step_strip.h"
#include "widgets/timeline/timeline_widget.h"

#include <QSplitter>

namespace lanescope::app {

class TracePage final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kNarrow = 1100, kLow = 700, kVeryLow = 640;
    TracePage(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);

    timeline::StepStrip& steps() { return *m_steps; }
    timeline::OverviewStrip& overview() { return *m_overview; }
    timeline::TimelineWidget& canvas() { return *m_canvas; }
    const timeline::Shared& shared() const { return m_shared; }
    jobs::JobRunner& runner() { return m_runner; }
    QSplitter& canvases() { return *m_canvases; } // the canvas, and below it what is linked with it
    panels::BottomPanel& bottom() { return *m_bottom; }
    panels::GuidePanel& guide() { return *m_guide; }
    panels::FindingsLane& findings() { return *m_findings; }

    enum class Part : std::uint8_t { Strips, Bottom, Guide };
    void setShown(Part part, bool shown);
    bool isShown(Part part) const;
    int bottomHeight() const;
    void setBottomHeight(int px) { m_bottomHeight = px; }
    int guideWidth() const { return m_guideWidth; }
    void setGuideWidth(int px);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    QWidget* m_left;
    QSplitter* m_splitter;
    timeline::StepStrip* m_steps;
    timeline::OverviewStrip* m_overview;
    panels::FindingsLane* m_findings;
    QSplitter* m_canvases;
    timeline::TimelineWidget* m_canvas;
    panels::BottomPanel* m_bottom;
    panels::GuidePanel* m_guide;
    QWidget* m_grip; // drags the guide's edge
    bool m_strips = true, m_showBottom = true, m_showGuide = true;
    int m_bottomHeight = 266, m_guideWidth = 320;
};

} // namespace lanescope::app
