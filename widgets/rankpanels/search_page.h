// The Search tab of several ranks: the filter language over the timelines that are open, by rank and time. GUI thread;
// the search is a job.
#pragma once

#include "widgets/jobs/job_runner.h"
#include "widgets/models/name_search.h"
#include "widgets/models/table_model.h"
#include "widgets/panels/figure_view.h"
#include "widgets/ranks/ranks_document.h"

#include <QLabel>
#include <QLineEdit>

namespace lanescope::rankpanels {

class SearchPage final : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRows = 5000; // more are counted
    SearchPage(timeline::Look& look, ranksview::RanksDocument& document, jobs::JobRunner& runner,
               QWidget* parent = nullptr);
    QLineEdit& input() { return *m_input; }
    QString words() const { return m_words->text(); }
    const models::TableModel& model() const { return m_model; }
    void search(const QString& query);
    void next(int by); // the hit after, or before, the chosen one

signals:
    void hitWanted(lanescope::ranksview::ChosenSlice slice);

private:
    struct Hits {
        std::vector<ranksview::ChosenSlice> list; // as shown
        std::size_t all = 0, ranks = 0;
        Table table;
    };
    struct Place { // a rank that is searched
        std::size_t record = 0;
        std::string label;
        std::shared_ptr<const ranksview::RankTrace> trace;
        align::RankClockFit clock;
    };
    struct Zero { // that starts are counted from, on the common clock
        std::int64_t ns = 0;
        std::string name;
    };
    static Result<Hits> find(const std::vector<Place>& places, const std::string& query, const Zero& zero,
                             RunContext& context);
    void start();
    void show(const Result<Hits>& hits, std::size_t closed);
    void choose(std::size_t hit);

    ranksview::RanksDocument& m_document;
    jobs::JobRunner& m_runner;
    QLineEdit* m_input;
    QLabel* m_words;
    models::TableModel m_model;
    panels::FigureView* m_view;
    std::vector<ranksview::ChosenSlice> m_hits;
    std::optional<std::size_t> m_current;
};

} // namespace lanescope::rankpanels
