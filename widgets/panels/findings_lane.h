// The findings between the ruler and the rows of a timeline, as labelled brackets over their ranges; hidden when there
// are none. It lies over the timeline, which leaves it room, and lets through what is not about a bracket.
// Hover shows the evidence, a click asks for the finding at these ranges. GUI thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "widgets/scene/brackets_lane.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::panels {

class FindingsLane final : public timeline::SceneWidget {
    Q_OBJECT
public:
    FindingsLane(const timeline::Shared& shared, timeline::TimelineWidget& canvas);
    void setFindings(std::shared_ptr<const FindingsResult> findings); // null: none
    // Brackets of the current view, for tests: their px in this widget and the finding they stand for.
    std::vector<scene::PlacedBracket> brackets() const { return m_layout.placed; }

signals:
    void findingWanted(std::size_t finding, lanescope::TimeRange range); // as numbered in the result

protected:
    void build(scene::Scene& out) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // of the timeline: the lane is as wide

private:
    void layout();
    std::optional<std::size_t> bracketAt(QPointF at) const;
    const Finding& findingOf(std::size_t bracket) const;

    timeline::Shared m_shared;
    timeline::TimelineWidget& m_canvas;
    std::size_t m_lanesKept = 0;
    std::shared_ptr<const FindingsResult> m_findings;
    std::vector<scene::BracketSource> m_sources;
    std::vector<std::size_t> m_findingOfSource;
    scene::BracketLayout m_layout;
};

} // namespace lanescope::panels
