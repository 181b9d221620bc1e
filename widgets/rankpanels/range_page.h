// The Range tab of several ranks: what each shown rank did in the chosen range, clipped exactly, on the common clock.
// Without a range the part that is in view. GUI thread; figures are made by a job.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/table_model.h"
#include "widgets/panels/figure_view.h"
#include "widgets/ranks/ranks_document.h"

#include <QLabel>

namespace lanescope::rankpanels {

class RangePage final : public QWidget {
    Q_OBJECT
public:
    RangePage(timeline::Look& look, ranksview::RanksDocument& document, jobs::JobRunner& runner,
              QWidget* parent = nullptr);
    // Times of the ruler; none: nothing to say.
    void setRange(std::optional<TimeRange> range);
    const models::TableModel& model() const { return m_model; }
    QString words() const { return m_words->text(); }

signals:
    void rankWanted(std::size_t record);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    ranksview::RanksDocument& m_document;
    jobs::JobRunner& m_runner;
    std::optional<TimeRange> m_range;
    bool m_stale = true;
    models::TableModel m_model;
    panels::FigureView* m_view;
    QLabel* m_words;
    std::vector<std::size_t> m_records; // of the rows
};

} // namespace lanescope::rankpanels
