// Below the timelines of several ranks: tabs at the left (collectives, bandwidth by size, groups, ranks and clocks, the
// selected slice), the heat map of ranks and steps at the right. GUI thread.
#pragma once

#include "widgets/models/table_model.h"
#include "widgets/panels/details_card.h"
#include "widgets/panels/figure_view.h"
#include "widgets/rankpanels/bandwidth_plot.h"
#include "widgets/rankpanels/collectives_list.h"
#include "widgets/rankpanels/heat_map.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QTabBar>

namespace lanescope::rankpanels {

class RanksBottom final : public QWidget {
    Q_OBJECT
public:
    enum class Tab : std::uint8_t { Collectives, Bandwidth, Groups, Unmatched, Ranks, Selection };
    // `alone`: document and selection of the rank whose slice is chosen, for the details card.
    RanksBottom(const timeline::Shared& alone, ranksview::RanksDocument& document, jobs::JobRunner& runner,
                QWidget* parent = nullptr);
    void showTab(Tab tab);
    Tab currentTab() const { return static_cast<Tab>(m_tabs->currentIndex()); }
    CollectivesList& collectives() { return *m_collectives; }
    BandwidthPlot& bandwidth() { return *m_bandwidth; }
    HeatMap& heatMap() { return *m_heat; }
    QComboBox& metrics() { return *m_metrics; }
    QComboBox& collectivesOf() { return *m_of; }
    panels::DetailsCard& details() { return *m_details; }
    const models::TableModel& groups() const { return m_groups; }
    const models::TableModel& ranks() const { return m_ranks; }
    const models::TableModel& unmatched() const { return m_unmatched; }
    QStringList tabTexts() const;

signals:
    void rankWanted(std::size_t record); // a row of the table of ranks
    void said(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrange();
    void showMenu(QPoint at);
    QWidget* makeHeat();

    ranksview::RanksDocument& m_document;
    timeline::Look& m_look;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    CollectivesList* m_collectives;
    BandwidthPlot* m_bandwidth;
    models::TableModel m_groups, m_unmatched, m_ranks;
    panels::FigureView *m_groupView, *m_unmatchedView, *m_rankView;
    panels::DetailsCard* m_details;
    QComboBox *m_of, *m_metrics;
    HeatMap* m_heat;
    QWidget* m_right;
};

} // namespace lanescope::rankpanels
