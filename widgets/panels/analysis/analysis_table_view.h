// The table of an analysis: sorting by a click on a head, columns that can be moved in width and hidden and are
// remembered, several rows at once, copying as text for spreadsheets, folding of trees by mouse and keys. A chosen row
// is told to the panel; it knows nothing of the timeline. GUI thread.
#pragma once

#include "widgets/models/analysis/analysis_table.h"
#include "widgets/timeline/look.h"

#include <QSettings>
#include <QTableView>

namespace lanescope::panels {

enum class Walk : std::uint8_t { First, Next, Previous };

class AnalysisTableView final : public QTableView {
    Q_OBJECT
public:
    AnalysisTableView(timeline::Look& look, models::AnalysisTable& model, QWidget* parent = nullptr);
    void setMemory(QSettings* settings) { m_settings = settings; } // null: nothing is remembered
    void tableChanged();                                           // another table is in the model
    void sortBy(int column, Qt::SortOrder order);
    std::vector<int> chosenRows() const; // as shown, ascending
    void chooseRow(int row);             // selects it and scrolls there; says nothing
    void copyTsv() const;
    void copyMarkdown() const;
    std::vector<int> shownColumns() const;

signals:
    void rowChosen(int row, lanescope::panels::Walk walk);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    bool isHiddenAtFirst(int column) const;
    void fitColumns();
    void columnMenu(QPoint at);
    void remember();
    bool restore();
    bool turnFold(int row, models::AnalysisTable::Fold fold);
    QString memoryKey() const;

    timeline::Look& m_look;
    models::AnalysisTable& m_model;
    QSettings* m_settings = nullptr;
    bool m_restoring = false;
    bool m_sizedByUser = false;
    std::optional<std::uint32_t> m_current; // row of the table, over sorting and filtering
};

} // namespace lanescope::panels
