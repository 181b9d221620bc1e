// A trace on a stage of its own: strips, brackets and timeline with a view and a selection that are not the window's,
// so that what is open there stays as it is. GUI thread.
#pragma once

#include "widgets/panels/findings_lane.h"
#include "widgets/timeline/overview_strip.h"
#include "widgets/timeline/step_strip.h"
#include "widgets/timeline/timeline_widget.h"
#include "widgets/trainer/callout.h"
#include "widgets/trainer/practice_trace.h"

#include <QWidget>

#include <memory>

namespace lanescope::trainer {

class TraceStage final : public QWidget {
    Q_OBJECT
public:
    explicit TraceStage(timeline::Look& look, QWidget* parent = nullptr);
    ~TraceStage() override;
    void setMotion(timeline::Motion motion) { m_view.setMotion(motion); }
    void show(const PracticeTrace& trace);
    void clear();
    bool hasTrace() const { return m_document.isOpen(); }

    // Brackets of the finding the trace was made for, or none.
    enum class Brackets : std::uint8_t { Hidden, Shown };
    void setBrackets(Brackets brackets);
    void mark(TimeRange range, std::optional<SliceId> slice); // selects both, and brings them into view
    void fitStep(int by);                                     // the next or the previous step
    std::int64_t nsPerPx() const;

    timeline::Document& document() { return m_document; }
    timeline::ViewState& view() { return m_view; }
    timeline::Selection& selection() { return m_selection; }
    timeline::TimelineWidget& canvas() { return *m_canvas; }
    panels::FindingsLane& lane() { return *m_lane; }
    Callout& callout() { return *m_callout; }

signals:
    void placePicked(lanescope::TimeRange range); // clicked (of no length) or dragged

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeCallout();
    void foldHosts();

    timeline::Document m_document;
    timeline::ViewState m_view;
    timeline::Selection m_selection;
    timeline::Notes m_notes;
    timeline::Shared m_shared;
    std::shared_ptr<const FindingsResult> m_findings;
    timeline::StepStrip* m_steps;
    timeline::OverviewStrip* m_overview;
    panels::FindingsLane* m_lane;
    timeline::TimelineWidget* m_canvas;
    Callout* m_callout;
    std::optional<TimeRange> m_marked;
    std::optional<QPointF> m_pressed;
};

} // namespace lanescope::trainer
