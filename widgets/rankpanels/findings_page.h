// The Findings tab of several ranks: what each open rank suffers from, with the waits of the common clock; the chosen
// one in full beside. Looked for when the tab is first shown. GUI thread; the search is a job.
#pragma once

#include "core/analysis/findings/find_findings.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/models/table_model.h"
#include "widgets/panels/figure_view.h"
#include "widgets/panels/finding_card.h"
#include "widgets/ranks/ranks_document.h"

#include <QLabel>

#include <functional>

namespace lanescope::rankpanels {

class FindingsPage final : public QWidget {
    Q_OBJECT
public:
    FindingsPage(timeline::Look& look, ranksview::RanksDocument& document, jobs::JobRunner& runner,
                 QWidget* parent = nullptr);
    // Of gaps, as the window has them when it looks; without it the usual ones.
    void setThresholds(std::function<GapThresholds()> thresholds) { m_thresholds = std::move(thresholds); }
    const models::TableModel& model() const { return m_model; }
    panels::FigureView& view() { return *m_view; }
    panels::FindingCard& card() { return *m_card; }
    QString words() const { return m_words->text(); }
    std::size_t count() const { return m_rows.size(); }

signals:
    void countChanged();
    void rangeWanted(std::size_t record, lanescope::TimeRange range); // of the ruler: where it costs first

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct RowOf {
        std::size_t rank = 0, finding = 0; // in m_records, in its result
    };
    void look();
    void show(std::vector<FindingsResult> results);
    std::string titleOf(const Finding& finding, std::size_t record) const;
    void choose(int row);
    void clear();

    ranksview::RanksDocument& m_document;
    jobs::JobRunner& m_runner;
    std::function<GapThresholds()> m_thresholds;
    bool m_stale = true;
    std::vector<std::size_t> m_records;
    std::vector<FindingsResult> m_results; // by m_records
    std::vector<RowOf> m_rows;
    QLabel* m_words;
    models::TableModel m_model;
    panels::FigureView* m_view;
    panels::FindingCard* m_card;
};

} // namespace lanescope::rankpanels
