#include "widgets/models/table_model.h"

#include "core/export/quantity.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanescope::models {

namespace {

const QString kNotApplicable = QStringLiteral("\u2013");

QString q(const std::string& s) { return QString::fromStdString(s); }

QString formatCell(const Cell& cell, Unit unit, std::int64_t originNs) {
    if (std::holds_alternative<std::monostate>(cell)) return kNotApplicable;
    if (const auto* s = std::get_if<std::string>(&cell)) return q(*s);
    if (const auto* d = std::get_if<double>(&cell)) {
        if (unit == Unit::Ratio) return q(formatShare(*d));
        if (unit == Unit::BytesPerSecond) return q(formatRate(*d));
        return QString::number(*d);
    }
    const std::int64_t n = std::get<std::int64_t>(cell);
    switch (unit) {
    case Unit::Nanoseconds:
        return q(formatDuration(n));
    case Unit::TimePoint:
        return q(formatOffset(n - originNs));
    case Unit::Bytes:
        return q(formatBytes(n));
    case Unit::Count:
        return q(formatCount(n));
    default:
        return QString::number(n);
    }
}

// What paths of files have in common up to their last folder: it tells none of them from another.
qsizetype commonFolder(const std::vector<QString>& paths) {
    QString common;
    bool first = true;
    for (const QString& path : paths) {
        if (!path.contains(QLatin1Char('/'))) continue;
        const QString folder = path.left(path.lastIndexOf(QLatin1Char('/')) + 1);
        if (std::exchange(first, false)) {
            common = folder;
            continue;
        }
        const auto [own, other] = std::mismatch(common.cbegin(), common.cend(), folder.cbegin(), folder.cend());
        common.truncate(own - common.cbegin());
    }
    return common.lastIndexOf(QLatin1Char('/')) + 1;
}

// Files, and what ranks are called where one of them was found twice.
bool holdsPaths(const Column& column) { return column.id == "file" || column.id == "rank"; }

// The folder that all of them share is shown as "…/"; tooltips have them whole.
void shortenPaths(std::vector<std::vector<QString>>& text, std::size_t column) {
    std::vector<QString> paths;
    for (const std::vector<QString>& row : text) paths.push_back(row[column]);
    const qsizetype common = commonFolder(paths);
    if (common < 2) return; // "/" is no folder to leave out
    for (std::vector<QString>& row : text)
        if (row[column].contains(QLatin1Char('/'))) row[column] = QStringLiteral("\u2026/") + row[column].mid(common);
}

// Missing cells sort below everything.
bool cellLess(const Cell& a, const Cell& b) {
    if (a.index() != b.index()) return a.index() < b.index();
    if (const auto* s = std::get_if<std::string>(&a))
        return QString::compare(q(*s), q(std::get<std::string>(b)), Qt::CaseInsensitive) < 0;
    return a < b;
}

bool isFigure(Unit unit) { return unit != Unit::Text && unit != Unit::None; }

QVariant variant(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return QVariant::fromValue<qlonglong>(*n);
    if (const auto* d = std::get_if<double>(&cell)) return *d;
    if (const auto* s = std::get_if<std::string>(&cell)) return q(*s);
    return {};
}

} // namespace

QString exactText(const Cell& cell, Unit unit) {
    const QString value = variant(cell).toString();
    if (value.isEmpty()) return kNotApplicable;
    switch (unit) {
    case Unit::Nanoseconds:
    case Unit::TimePoint:
        return value + QStringLiteral(" ns");
    case Unit::Bytes:
        return value + QStringLiteral(" B");
    case Unit::BytesPerSecond:
        return value + QStringLiteral(" B/s");
    default:
        return value;
    }
}

TableModel::TableModel(QObject* parent) : QAbstractTableModel(parent) {}

void TableModel::setTable(Table table, std::vector<RowMark> marks) {
    beginResetModel();
    const bool sameShape = table.id == m_table.id;
    m_table = std::move(table);
    m_marks = std::move(marks);
    m_marks.resize(m_table.rows.size());
    if (!sameShape) m_sortedColumn = -1;
    m_order.resize(m_table.rows.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    formatCells();
    applySort();
    endResetModel();
}

void TableModel::formatCells() {
    m_text.assign(m_table.rows.size(), std::vector<QString>(m_table.columns.size()));
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
        const Unit unit = m_table.columns[c].unit;
        std::vector<std::int64_t> times;
        for (std::size_t r = 0; r < m_table.rows.size(); ++r) {
            m_text[r][c] = formatCell(m_table.rows[r][c], unit, m_table.originNs);
            const auto* ns = std::get_if<std::int64_t>(&m_table.rows[r][c]);
            times.push_back(ns ? *ns : 0);
        }
        if (unit == Unit::Text && holdsPaths(m_table.columns[c])) shortenPaths(m_text, c);
        if (unit != Unit::Nanoseconds) continue;
        const std::vector<std::string> column = formatColumn(times);
        for (std::size_t r = 0; r < m_table.rows.size(); ++r)
            if (std::holds_alternative<std::int64_t>(m_table.rows[r][c])) m_text[r][c] = q(column[r]);
    }
}

void TableModel::applySort() {
    if (m_sortedColumn < 0 || m_sortedColumn >= columnCount()) return;
    const auto column = static_cast<std::size_t>(m_sortedColumn);
    std::stable_sort(m_order.begin(), m_order.end(), [&](std::size_t a, std::size_t b) {
        const Cell& x = m_table.rows[a][column];
        const Cell& y = m_table.rows[b][column];
        return m_sortOrder == Qt::AscendingOrder ? cellLess(x, y) : cellLess(y, x);
    });
}

void TableModel::sort(int column, Qt::SortOrder order) {
    emit layoutAboutToBeChanged();
    m_sortedColumn = column;
    m_sortOrder = order;
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    applySort();
    emit layoutChanged();
    if (columnCount() > 0) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

std::optional<SliceId> TableModel::slice(int row) const {
    if (row < 0 || row >= rowCount()) return std::nullopt;
    return m_marks[m_order[static_cast<std::size_t>(row)]].slice;
}

int TableModel::tableRow(int row) const {
    return row < 0 || row >= rowCount() ? -1 : static_cast<int>(m_order[static_cast<std::size_t>(row)]);
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const std::size_t row = m_order[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const Cell& cell = m_table.rows[row][column];
    const Unit unit = m_table.columns[column].unit;
    const RowMark& mark = m_marks[row];
    switch (role) {
    case Qt::DisplayRole:
        return m_text[row][column];
    case Qt::TextAlignmentRole:
        return static_cast<int>((isFigure(unit) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return column == 0 && !mark.fullText.isEmpty() ? mark.fullText : exactText(cell, unit);
    case ValueRole:
        return variant(cell);
    case KindRole:
        return column == 0 && mark.kind ? QVariant(static_cast<int>(*mark.kind)) : QVariant();
    case IdleRole:
        return column == 0 && mark.idle;
    case SliceRole:
        return mark.slice ? QVariant(mark.slice->value) : QVariant();
    case SortedRole:
        return index.column() == m_sortedColumn;
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        if (section != m_sortedColumn) return q(column.title);
        return QString(m_sortOrder == Qt::AscendingOrder ? QChar(0x2191) : QChar(0x2193)) + QLatin1Char(' ') +
               q(column.title);
    }
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isFigure(column.unit) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace lanescope::models
