// The Range tab: the parts and the table by name of the user's range, or of what is in view. Exact at the edges; worked
// out by a job a moment after the last move. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/figure_tables.h"
#include "widgets/panels/figure_view.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include <QComboBox>
#include <QTimer>

namespace lanescope::panels {

// Title, parts bar and legend.
class RangeHead final : public timeline::SceneWidget {
    Q_OBJECT
public:
    explicit RangeHead(const timeline::Shared& shared, QWidget* parent = nullptr);
    struct Content {
        std::string title, note, answer; // "+96.400 to +98.600 ms"; which range; "busy 51.1 % of 2.200 ms"
        std::optional<FourNumbers> numbers;
        std::string sentence; // instead of the bar
        bool soFar = false;
    };
    void setContent(Content content);
    const Content& content() const { return m_content; }

protected:
    void build(scene::Scene& out) override;

private:
    void addTitle(scene::Layer& layer, double left, double right);
    void addLegend(scene::Layer& layer, double left, double right);
    Content m_content;
};

class RangePanel final : public QWidget {
    Q_OBJECT
public:
    RangePanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    const models::TableModel& model() const { return m_model; }
    const RangeHead::Content& content() const { return m_head->content(); }
    models::GroupBy groupBy() const { return m_by; }
    void setGroupBy(models::GroupBy by);

signals:
    void sliceWanted(lanescope::SliceId slice);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void show(const models::RangeSummary& summary);
    TimeRange chosen() const;

    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    models::TableModel m_model;
    RangeHead* m_head;
    FigureView* m_table;
    QComboBox* m_groups;
    models::GroupBy m_by = models::GroupBy::Name;
    models::GroupBy m_shownBy = models::GroupBy::Name;
    const models::TraceAnalysis* m_asked = nullptr; // compared only
    bool m_again = false;                           // something moved while figures were being worked out
    QTimer m_delay;
};

} // namespace lanescope::panels
