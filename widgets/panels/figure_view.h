// A table of figures: hairlines only, figures of equal width, colour chips before names, copying exact values. GUI
// thread.
#pragma once

#include "widgets/models/table_model.h"
#include "widgets/timeline/look.h"

#include <QTableView>

namespace lanescope::panels {

class FigureView final : public QTableView {
    Q_OBJECT
public:
    FigureView(timeline::Look& look, models::TableModel& model, QWidget* parent = nullptr);
    // The first column gets what is left of the width.
    void fitColumns();
    // Columns are laid out again by their titles after another table was set.
    void setSorted(int column, Qt::SortOrder order);

signals:
    void sliceWanted(lanescope::SliceId slice); // chosen: show it
    void rowChosen(int row);                    // also rows that stand for no slice; as shown

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void chooseRow(const QModelIndex& index);
    timeline::Look& m_look;
    models::TableModel& m_model;
};

} // namespace lanescope::panels
