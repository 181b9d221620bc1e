// A table of an analysis as an item model for large tables: cells become text when they are looked at; sorting goes by
// value; rows can be filtered by words; tables with a column "depth" are trees whose rows fold. The table itself is
// shared and never copied. GUI thread.
#pragma once

#include "core/analysis/table.h"
#include "core/store/trace_store.h"

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::models {

class AnalysisTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Roles { // those of TableModel first, so that one delegate draws both
        ValueRole = Qt::UserRole,
        KindRole,
        IdleRole,
        SliceRole,
        SortedRole,
        BarRole,    // share 0 to 1 of columns of shares
        DepthRole,  // of trees, else 0
        FoldRole,   // Fold of the row
        MarkedRole, // holds the selected slice
    };
    enum class Fold : std::uint8_t { None, Open, Closed };

    explicit AnalysisTable(QObject* parent = nullptr);
    // `table` lives as long as `owner`. The order by a column stays when a table of the same id follows.
    void setTable(std::shared_ptr<const void> owner, std::shared_ptr<const TraceStore> store, const Table* table);
    const Table* table() const { return m_table; } // null when there is none
    const TraceStore* store() const { return m_store.get(); }
    bool isTree() const { return m_depthColumn >= 0; }

    // Every word must be in some text of the row, whatever its case. In trees the rows above stay.
    void setFilter(const QString& text);
    std::size_t rowsInAll() const { return m_table ? m_table->rows.size() : 0; }
    void setFold(int row, Fold fold);
    void setAllFolds(Fold fold);
    std::span<const SliceId> slices(int row) const;
    // The shown row that stands for the slice: by its slices, else by its name; nothing: it is hidden, or there is
    // none.
    std::optional<int> rowOf(SliceId slice) const;
    std::uint32_t sourceRow(int row) const { return m_order[static_cast<std::size_t>(row)]; } // row of the table
    std::optional<int> shownRow(std::uint32_t sourceRow) const;
    void setMarked(std::optional<int> row); // drawn as holding the selected slice
    std::optional<int> marked() const { return m_marked; }
    // The rows as shown (order, filter), with these columns only: for copying and files.
    Table extract(std::span<const int> rows, std::span<const int> columns) const;
    Table shown() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    int sortedColumn() const { return m_sortedColumn; }
    Qt::SortOrder sortOrder() const { return m_sortOrder; }

private:
    void prepare();
    void arrange();
    bool matches(std::size_t row) const;
    std::vector<std::uint32_t> ordered(std::vector<std::uint32_t> rows) const;
    QString text(std::size_t row, std::size_t column) const;
    QString toolTip(std::size_t row, std::size_t column) const;
    const Cell& cell(std::size_t row, std::size_t column) const;
    std::size_t source(int row) const { return sourceRow(row); }

    std::shared_ptr<const void> m_owner;
    std::shared_ptr<const TraceStore> m_store;
    const Table* m_table = nullptr;
    QStringList m_filter;
    std::vector<std::int64_t> m_most;                   // of columns of times, by column
    std::vector<std::uint32_t> m_order;                 // shown row -> row of the table
    std::vector<std::uint32_t> m_parent;                // of trees: row above, kNoRow at the top
    std::vector<std::vector<std::uint32_t>> m_children; // of trees; the last entry: the top
    std::vector<bool> m_closed;                         // of trees
    std::vector<std::string> m_labels;                  // short names of GPU work, by row; empty where there is none
    int m_depthColumn = -1, m_nameColumn = -1;
    int m_sortedColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    std::optional<int> m_marked;
};

// Column text as people read it, one unit for a column of times whose largest is `mostNs`.
QString cellText(const Cell& cell, Unit unit, std::int64_t originNs, std::int64_t mostNs);

} // namespace lanescope::models
