// The reading guide: the fixed order in which a trace is read, each line a jump to what it speaks of. Sections that
// need something the trace does not have say so. GUI thread.
#pragma once

#include "core/analysis/guide/reading_guide.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/range_summary.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lanescope::panels {

class GuidePanel final : public timeline::SceneWidget {
    Q_OBJECT
public:
    GuidePanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 600}; }
    // What is said, line by line, for tests and screen readers.
    QStringList lines();

signals:
    void rangeWanted(lanescope::TimeRange range); // show it
    void sliceWanted(lanescope::SliceId slice);
    void importReportWanted();
    void findingWanted(std::size_t finding);                                       // as numbered in the result
    void findingsFound(std::shared_ptr<const lanescope::FindingsResult> findings); // null: none yet

protected:
    void build(scene::Scene& out) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // up, down, Home, End, Enter
    bool event(QEvent* event) override;

private:
    struct Jump {
        QRectF rect;
        std::function<void()> act;
        QString tip;
    };
    // Where the next line goes.
    struct Pen {
        scene::Layer* layer = nullptr;
        double y = 0;
    };
    void refresh();
    void askTopKernels();
    struct Found {
        std::shared_ptr<const TraceStore> of;
        std::shared_ptr<const FindingsResult> findings;
        std::optional<KernelHandOver> handOver;
    };
    void askFindings();
    void addHandOver(Pen& pen);
    void addFindings(Pen& pen);
    void addCard(Pen& pen, std::size_t number);
    void addCardText(Pen& pen, const std::string& text);
    void addMore(Pen& pen, std::size_t number, double top);
    const FourNumbers* numbers() const;
    void addHead(Pen& pen);
    void addSection(Pen& pen, int number, const std::string& title, const std::string& answer);
    void addStep(Pen& pen);
    void addParts(Pen& pen);
    void addIdle(Pen& pen);
    void addOwners(Pen& pen, const IdleSums& sums);
    void addGapRow(Pen& pen, double indent, const std::string& name, std::uint64_t count, std::int64_t ns,
                   std::optional<TimeRange> jump);
    void addOverlap(Pen& pen);
    void addKernels(Pen& pen);
    void addCapture(Pen& pen);
    void addRow(Pen& pen, double indent, const std::string& name, const std::string& value, const std::string& share,
                std::function<void()> act = {}, const QString& tip = {});
    void addSentence(Pen& pen, const std::string& text);

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    std::optional<models::RangeSummary> m_summary;    // of the window
    std::shared_ptr<const FindingsResult> m_findings; // of m_findingsOf; null until found
    const TraceStore* m_findingsOf = nullptr;         // compared only
    std::optional<KernelHandOver> m_handOver;
    std::set<std::size_t> m_opened; // findings whose card shows all
    std::vector<Jump> m_jumps;
    std::optional<std::size_t> m_hovered;
    double m_scroll = 0, m_contentHeight = 0;
};

} // namespace lanescope::panels
