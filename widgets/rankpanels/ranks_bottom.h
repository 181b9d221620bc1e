// Below the timelines of several ranks: tabs at the left, the heat map of ranks and steps at the right, or as a tab
// where there is no room beside. Tabs that do not fit are in the menu behind the last one. GUI thread.
#pragma once

#include "widgets/models/table_model.h"
#include "widgets/panels/details_card.h"
#include "widgets/panels/figure_view.h"
#include "widgets/rankpanels/bandwidth_plot.h"
#include "widgets/rankpanels/collectives_page.h"
#include "widgets/rankpanels/findings_page.h"
#include "widgets/rankpanels/heat_panel.h"
#include "widgets/rankpanels/range_page.h"
#include "widgets/rankpanels/search_page.h"
#include "widgets/rankpanels/straggler_page.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

namespace lanescope::rankpanels {

class RanksBottom final : public QWidget {
    Q_OBJECT
public:
    enum class Tab : std::uint8_t {
        Collectives,
        Bandwidth,
        Groups,
        Straggler,
        Range,
        Findings,
        Search,
        Ranks,
        Logs,
        Selection,
        Heat // only where the heat map is not beside
    };
    // `alone`: document and selection of the rank whose slice is chosen, for the details card.
    RanksBottom(const timeline::Shared& alone, ranksview::RanksDocument& document, jobs::JobRunner& runner,
                QWidget* parent = nullptr);
    void showTab(Tab tab);
    Tab currentTab() const { return static_cast<Tab>(m_tabs->currentIndex()); }
    CollectivesPage& collectivesPage() { return *m_collectives; }
    CollectivesList& collectives() { return m_collectives->list(); }
    BandwidthPlot& bandwidth() { return *m_bandwidth; }
    HeatPanel& heat() { return *m_heat; }
    HeatMap& heatMap() { return m_heat->map(); }
    QComboBox& metrics() { return m_heat->metrics(); }
    QComboBox& collectivesOf() { return m_collectives->choice(); }
    StragglerPage& straggler() { return *m_straggler; }
    RangePage& range() { return *m_range; }
    FindingsPage& findings() { return *m_findings; }
    SearchPage& search() { return *m_search; }
    TableViews& logs() { return *m_logs; }
    panels::DetailsCard& details() { return *m_details; }
    const models::TableModel& groups() const { return m_groups; }
    panels::FigureView& groupView() { return *m_groupView; }
    const models::TableModel& ranks() const { return m_ranks; }
    bool isHeatBeside() const { return m_heatBeside; }
    QStringList tabTexts() const;        // of all tabs
    QStringList visibleTabTexts() const; // of those in the bar
    QToolButton& moreTabs() { return *m_more; }

signals:
    void rankWanted(std::size_t record); // a row of the table of ranks
    void said(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectPages();
    void refresh();
    void refreshLogs();
    void arrange();
    void arrangeTabs(int width);
    void fillMore();
    void showMenu(QPoint at);
    void chooseGroup(int row);

    ranksview::RanksDocument& m_document;
    timeline::Look& m_look;
    QTabBar* m_tabs;
    QToolButton* m_more;
    QStackedWidget* m_pages;
    CollectivesPage* m_collectives;
    BandwidthPlot* m_bandwidth;
    models::TableModel m_groups, m_ranks;
    panels::FigureView *m_groupView, *m_rankView;
    StragglerPage* m_straggler;
    RangePage* m_range;
    FindingsPage* m_findings;
    SearchPage* m_search;
    TableViews* m_logs;
    panels::DetailsCard* m_details;
    HeatPanel* m_heat;
    QWidget* m_heatPage; // holds the heat map while it is a tab
    bool m_heatBeside = true;
    bool m_arranging = false;
};

} // namespace lanescope::rankpanels
