// The heat map of ranks and steps with its head: which number, how the ranks are grouped. GUI thread.
#pragma once

#include "widgets/rankpanels/heat_map.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

namespace lanescope::rankpanels {

class HeatPanel final : public QWidget {
    Q_OBJECT
public:
    HeatPanel(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    HeatMap& map() { return *m_map; }
    QComboBox& metrics() { return *m_metrics; }
    void setMetric(std::string_view id);          // as if chosen in the head; one that is not known changes nothing
    QComboBox& grouping() { return *m_grouping; } // "by rank", "by node", "by tp" ...

signals:
    void layoutWanted(); // to be given by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void onOpened();
    void refreshGrouping();
    timeline::Look& m_look;
    ranksview::RanksDocument& m_document;
    QComboBox *m_metrics, *m_grouping;
    QLabel *m_title, *m_hint;
    HeatMap* m_map;
    bool m_isForPipeline = false; // the number was chosen for it, not by the user
};

} // namespace lanescope::rankpanels
