// The Findings tab: what the trace suffers from, most costly first; the chosen one in full at the right. GUI thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "widgets/models/table_model.h"
#include "widgets/panels/figure_view.h"
#include "widgets/panels/finding_card.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>
#include <QPushButton>

#include <memory>
#include <optional>

namespace lanescope::panels {

class FindingsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(const timeline::Shared& shared, QWidget* parent = nullptr);
    void setFindings(std::shared_ptr<const FindingsResult> findings); // null: not looked for yet
    void setCurrent(std::size_t finding);                             // as numbered in the result; marks it only
    std::optional<std::size_t> current() const { return m_current; }
    std::size_t count() const; // of what costs time
    QString sentence() const { return m_sentence->text(); }
    QString markdown() const; // all of it; empty while there is nothing
    const models::TableModel& model() const { return m_model; }
    FigureView& table() { return *m_table; }
    FindingCard& card() { return *m_card; }

signals:
    void findingWanted(std::size_t finding); // chosen: go there
    void countChanged();

private:
    void fill();
    void choose(int row);
    int rowOf(std::size_t finding) const;
    QString summary() const;

    timeline::Shared m_shared;
    models::TableModel m_model;
    std::shared_ptr<const FindingsResult> m_findings;
    std::optional<std::size_t> m_current;
    QLabel* m_sentence;
    QPushButton* m_copy;
    FigureView* m_table;
    FindingCard* m_card;
};

} // namespace lanescope::panels
