// The Search tab: what was found, as a table; a row leads to its slice. GUI thread.
#pragma once

#include "widgets/models/name_search.h"
#include "widgets/panels/figure_view.h"
#include "widgets/timeline/timeline_widget.h"

#include <QLabel>
#include <QPushButton>

#include <memory>

namespace lanescope::panels {

class HitsPanel final : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRows = 5000; // more are counted, and walked through by keys
    explicit HitsPanel(const timeline::Shared& shared, QWidget* parent = nullptr);
    void setHits(std::shared_ptr<const models::NameHits> hits); // null: no search
    void setCurrent(std::size_t hit);
    const models::TableModel& model() const { return m_model; }
    QString sentence() const { return m_sentence->text(); }

    QPushButton& rowButton() { return *m_asRow; }

signals:
    void sliceWanted(lanescope::SliceId slice);
    void rowWanted(); // the hits as a row of the timeline

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    timeline::Shared m_shared;
    models::TableModel m_model;
    std::shared_ptr<const models::NameHits> m_hits, m_filled;
    QLabel* m_sentence;
    QPushButton* m_asRow;
    FigureView* m_table;
};

} // namespace lanescope::panels
