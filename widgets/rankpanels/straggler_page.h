// The Straggler tab: all ranks by waiting, who came last step by step, sums by node. GUI thread.
#pragma once

#include "widgets/rankpanels/table_views.h"
#include "widgets/ranks/ranks_document.h"

namespace lanescope::rankpanels {

class StragglerPage final : public QWidget {
    Q_OBJECT
public:
    StragglerPage(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    TableViews& tables() { return *m_tables; }

signals:
    void rankWanted(std::size_t record);
    void stepWanted(std::size_t record, std::int64_t step);

private:
    void refresh();
    void choose(const QString& table, int row);
    std::optional<std::size_t> recordOf(const Cell& label) const; // by RankSet::label
    ranksview::RanksDocument& m_document;
    TableViews* m_tables;
};

} // namespace lanescope::rankpanels
