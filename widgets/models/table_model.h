// A table of typed columns as an item model: text by the one formatter, one unit per column of times, figures to the
// right, sorting by value and not by text. GUI thread.
#pragma once

#include "core/base/id.h"
#include "core/export/table.h"
#include "core/store/columns.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace lanescope::models {

// What a row stands for, beside its figures.
struct RowMark {
    std::optional<WorkKind> kind; // colour chip
    bool idle = false;            // idle chip
    std::optional<SliceId> slice; // where a double click goes
    QString fullText;             // tooltip of the first column
};

class TableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Roles { ValueRole = Qt::UserRole, KindRole, IdleRole, SliceRole, SortedRole };

    explicit TableModel(QObject* parent = nullptr);
    // `marks` has one entry per row, or is empty.
    void setTable(Table table, std::vector<RowMark> marks = {});
    const Table& table() const { return m_table; }
    std::optional<SliceId> slice(int row) const;
    int tableRow(int row) const; // of the table as it was set, whatever it is sorted by

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    int sortedColumn() const { return m_sortedColumn; }
    Qt::SortOrder sortOrder() const { return m_sortOrder; }

private:
    void formatCells();
    void applySort();

    Table m_table;
    std::vector<RowMark> m_marks;
    std::vector<std::vector<QString>> m_text; // by row of the table
    std::vector<std::size_t> m_order;         // shown row -> row of the table
    int m_sortedColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

// "Copy value": the exact value with its unit, integers in ns or bytes.
QString exactText(const Cell& cell, Unit unit);

} // namespace lanescope::models
