// The Kernels tab: all GPU work of the main device by name, over the whole trace. Worked out once, when first looked
// at. GUI thread.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/figure_tables.h"
#include "widgets/panels/figure_view.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>

namespace lanescope::panels {

class KernelsPanel final : public QWidget {
    Q_OBJECT
public:
    KernelsPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent = nullptr);
    const models::TableModel& model() const { return m_model; }

signals:
    void sliceWanted(lanescope::SliceId slice);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    timeline::Shared m_shared;
    jobs::JobRunner& m_runner;
    models::TableModel m_model;
    QLabel* m_sentence;
    FigureView* m_table;
    std::shared_ptr<const models::TraceAnalysis> m_shown;
};

} // namespace lanescope::panels
