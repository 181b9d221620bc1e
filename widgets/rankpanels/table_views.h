// Several tables of which one is shown: a choice of their titles, the table, what it says below. GUI thread.
#pragma once

#include "widgets/models/table_model.h"
#include "widgets/panels/figure_view.h"

#include <QComboBox>
#include <QLabel>

#include <map>
#include <string>
#include <vector>

namespace lanescope::rankpanels {

class TableViews final : public QWidget {
    Q_OBJECT
public:
    TableViews(timeline::Look& look, const QString& name, const QString& nothing, QWidget* parent = nullptr);
    // The table that is shown stays the shown one, where it is still there. None: the sentence `nothing`.
    void setTables(std::vector<Table> tables);
    const std::vector<Table>& tables() const { return m_tables; }
    void showTable(const std::string& id);
    std::string shownTable() const; // its id; empty: none
    const models::TableModel& model() const { return m_model; }
    panels::FigureView& view() { return *m_view; }
    QComboBox& choice() { return *m_choice; }
    QString words() const { return m_words->text(); }

signals:
    void rowChosen(const QString& table, int row); // of the table as it was set

private:
    void fill();
    std::vector<Table> m_tables;
    QString m_nothing;
    models::TableModel m_model;
    QComboBox* m_choice;
    QLabel* m_words;
    panels::FigureView* m_view;
};

} // namespace lanescope::rankpanels
