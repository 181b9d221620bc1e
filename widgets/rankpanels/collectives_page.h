// The Collectives tab: the list with its bars, or one of the tables of all figures, of groups, of sends and receives,
// of what has no partner. GUI thread.
#pragma once

#include "widgets/rankpanels/collectives_list.h"
#include "widgets/rankpanels/table_views.h"

#include <QComboBox>
#include <QPushButton>
#include <QStackedWidget>

namespace lanescope::rankpanels {

class CollectivesPage final : public QWidget {
    Q_OBJECT
public:
    enum class Show : std::uint8_t { Step, AllSteps, Figures, Pairs, Unmatched };
    CollectivesPage(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    void show(Show what);
    Show shown() const { return static_cast<Show>(m_choice->currentIndex()); }
    CollectivesList& list() { return *m_list; }
    QComboBox& choice() { return *m_choice; }
    const models::TableModel& model() const { return m_model; } // of the table that is shown
    panels::FigureView& view() { return *m_view; }
    QString filterText() const { return m_filter->text(); }

signals:
    void sliceWanted(lanescope::ranksview::ChosenSlice slice); // of a row without a collective

private:
    void refresh();
    void refreshFilter();
    void fill();
    void chooseRow(int row);
    std::vector<std::size_t> listed() const;

    ranksview::RanksDocument& m_document;
    QComboBox* m_choice;
    QPushButton* m_filter; // what the list is confined to; a press takes it away
    QStackedWidget* m_pages;
    CollectivesList* m_list;
    models::TableModel m_model;
    panels::FigureView* m_view;
    std::vector<std::size_t> m_measured; // of the rows of "all figures"
};

} // namespace lanescope::rankpanels
