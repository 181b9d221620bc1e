// The page of an open trace: strips, timeline, bottom panel, the guide at the right. Nothing ever lies over anything:
// in a narrow window the guide is closed until it is asked for, and then makes the rest narrower. Low windows lose the
// overview first, then the step strip. GUI thread.
#pragma once

#include "widgets/panels/bottom_panel.h"
#include "widgets/panels/findings_lane.h"
#include "widgets/panels/guide_panel.h"
#include "widgets/timeline/header_focus.h"
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
    bool isWanted(Part part) const; // in a window that is wide enough: what is remembered
    bool isNarrow() const { return width() < kNarrow; }
    timeline::HeaderFocus& headers() { return *m_headers; }
    // Stops for F6, those that are shown.
    QList<QWidget*> panes() const;
    int bottomHeight() const;
    void setBottomHeight(int px) { m_bottomHeight = px; }
    int guideWidth() const { return m_guideWidth; }
    void setGuideWidth(int px);

signals:
    void partsChanged(); // something came or went because the window is narrower or wider

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
    timeline::HeaderFocus* m_headers;
    bool m_strips = true, m_showBottom = true, m_showGuide = true;
    bool m_guideWhenNarrow = false; // asked for there, until the window is wide again
    int m_bottomHeight = 266, m_guideWidth = 320;
};

} // namespace lanescope::app
