#include "widgets/models/analysis/analysis_table.h"

#include "core/analysis/row_selection.h"
#include "core/export/quantity.h"
#include "core/query/short_names.h"
#include "widgets/models/analysis/cell_order.h"
#include "widgets/models/figure_tables.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanescope::models {

namespace {

constexpr std::size_t kMostLabels = 5'000; // rows whose short names are told apart

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

bool isFigure(Unit unit) { return unit != Unit::Text; }

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

QVariant variant(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return QVariant::fromValue<qlonglong>(*n);
    if (const auto* d = std::get_if<double>(&cell)) return *d;
    if (const auto* s = std::get_if<std::string>(&cell)) return q(*s);
    return {};
}

} // namespace

QString cellText(const Cell& cell, Unit unit, std::int64_t originNs, std::int64_t mostNs) {
    if (isMissing(cell)) return q(kNotKnown);
    if (const auto* s = std::get_if<std::string>(&cell)) return q(*s);
    const auto* n = std::get_if<std::int64_t>(&cell);
    const double value = n ? static_cast<double>(*n) : std::get<double>(cell);
    switch (unit) {
    case Unit::Nanoseconds: {
        const std::array<std::int64_t, 2> pair{n ? *n : static_cast<std::int64_t>(value), mostNs};
        return q(formatColumn(pair)[0]);
    }
    case Unit::TimePoint:
        return q(formatOffset((n ? *n : static_cast<std::int64_t>(value)) - originNs));
    case Unit::Bytes:
        return q(formatBytes(n ? *n : static_cast<std::int64_t>(value)));
    case Unit::Ratio:
        // More than the whole is no share: totals that hold their children.
        return value > 1.000001 ? q(formatNumber(value) + kThinSpace + "\u00D7") : q(formatShare(value));
    case Unit::BytesPerSecond:
        return q(formatRate(value));
    case Unit::Count:
        return q(n ? formatCount(*n) : formatNumber(value));
    default:
        return n ? QString::number(*n) : q(formatNumber(value));
    }
}

AnalysisTable::AnalysisTable(QObject* parent) : QAbstractTableModel(parent) {}

void AnalysisTable::setTable(std::shared_ptr<const void> owner, std::shared_ptr<const TraceStore> store,
                             const Table* table) {
    beginResetModel();
    const bool sameShape = table && m_table && table->id == m_table->id;
    m_owner = std::move(owner);
    m_store = std::move(store);
    m_table = table;
    if (!sameShape) m_sortedColumn = -1;
    prepare();
    arrange();
    endResetModel();
}

void AnalysisTable::prepare() {
    m_marked.reset();
    m_most.clear();
    m_parent.clear();
    m_children.clear();
    m_closed.clear();
    m_labels.clear();
    m_depthColumn = m_nameColumn = -1;
    if (!m_table) return;
    const std::size_t rows = m_table->rows.size();
    m_most.assign(m_table->columns.size(), 0);
    for (std::size_t c = 0; c < m_table->columns.size(); ++c) {
        const Column& column = m_table->columns[c];
        if (column.id == "depth") m_depthColumn = static_cast<int>(c);
        if (m_nameColumn < 0 && (column.id == "name" || column.id == "kernel")) m_nameColumn = static_cast<int>(c);
        if (column.unit != Unit::Nanoseconds) continue;
        for (std::size_t r = 0; r < rows; ++r)
            if (const auto* ns = std::get_if<std::int64_t>(&cell(r, c)))
                m_most[c] = std::max(m_most[c], *ns < 0 ? -*ns : *ns);
    }
    if (isTree()) {
        m_parent.assign(rows, kNoRow);
        m_children.resize(rows + 1);
        m_closed.assign(rows, false);
        std::vector<std::uint32_t> path; // the rows above, by depth
        for (std::uint32_t r = 0; r < rows; ++r) {
            const auto* depth = std::get_if<std::int64_t>(&cell(r, static_cast<std::size_t>(m_depthColumn)));
            const std::size_t d = std::min(path.size(), static_cast<std::size_t>(depth && *depth > 0 ? *depth : 0));
            path.resize(d);
            m_parent[r] = d > 0 ? path.back() : kNoRow;
            m_children[d > 0 ? path.back() : rows].push_back(r);
            path.push_back(r);
        }
    }
    if (!m_store || m_nameColumn < 0 || rows > kMostLabels || m_table->rowSlices.size() != rows) return;
    // Names of GPU work become short, told apart where two would be equal.
    std::vector<StringId> names;
    std::vector<std::size_t> where;
    for (std::size_t r = 0; r < rows; ++r) {
        const auto& slices = m_table->rowSlices[r];
        const auto* name = std::get_if<std::string>(&cell(r, static_cast<std::size_t>(m_nameColumn)));
        if (!name || slices.empty() || !isGpuWork(m_store->role(slices.front())) ||
            m_store->name(slices.front()) != *name)
            continue;
        names.push_back(m_store->nameId(slices.front()));
        where.push_back(r);
    }
    if (names.empty()) return;
    ShortNames made(*m_store);
    std::vector<StringId> unique = names;
    std::sort(unique.begin(), unique.end());
    unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
    const std::vector<std::string> labels = distinctNames(*m_store, unique, made);
    m_labels.resize(rows);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto at = std::lower_bound(unique.begin(), unique.end(), names[i]) - unique.begin();
        m_labels[where[i]] = labels[static_cast<std::size_t>(at)];
    }
}

const Cell& AnalysisTable::cell(std::size_t row, std::size_t column) const {
    static const Cell kNone;
    return column < m_table->rows[row].size() ? m_table->rows[row][column] : kNone;
}

bool AnalysisTable::matches(std::size_t row) const {
    for (const QString& word : m_filter) {
        bool found = row < m_labels.size() && q(m_labels[row]).contains(word, Qt::CaseInsensitive);
        for (std::size_t c = 0; !found && c < m_table->columns.size(); ++c)
            if (const auto* s = std::get_if<std::string>(&cell(row, c)))
                found = q(*s).contains(word, Qt::CaseInsensitive);
        if (!found) return false;
    }
    return true;
}

std::vector<std::uint32_t> AnalysisTable::ordered(std::vector<std::uint32_t> rows) const {
    if (m_sortedColumn < 0 || m_sortedColumn >= columnCount()) return rows;
    const auto column = static_cast<std::size_t>(m_sortedColumn);
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Cell& x = cell(a, column);
        const Cell& y = cell(b, column);
        if (isMissing(x) || isMissing(y)) return !isMissing(x) && isMissing(y);
        const auto order = compareValues(x, y);
        return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
    });
    return rows;
}

void AnalysisTable::arrange() {
    m_order.clear();
    if (!m_table) return;
    const std::size_t rows = m_table->rows.size();
    if (!isTree()) {
        for (std::uint32_t r = 0; r < rows; ++r)
            if (m_filter.isEmpty() || matches(r)) m_order.push_back(r);
        m_order = ordered(std::move(m_order));
        return;
    }
    std::vector<bool> wanted(rows, m_filter.isEmpty());
    for (std::uint32_t r = 0; !m_filter.isEmpty() && r < rows; ++r)
        if (matches(r))
            for (std::uint32_t up = r; up != kNoRow && !wanted[up]; up = m_parent[up]) wanted[up] = true;
    std::vector<std::uint32_t> todo = ordered(m_children[rows]);
    std::reverse(todo.begin(), todo.end());
    while (!todo.empty()) {
        const std::uint32_t row = todo.back();
        todo.pop_back();
        if (!wanted[row]) continue;
        m_order.push_back(row);
        if (m_closed[row] && m_filter.isEmpty()) continue;
        std::vector<std::uint32_t> below = ordered(m_children[row]);
        todo.insert(todo.end(), below.rbegin(), below.rend());
    }
}

void AnalysisTable::setFilter(const QString& text) {
    beginResetModel();
    m_filter = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_marked.reset();
    arrange();
    endResetModel();
}

void AnalysisTable::setFold(int row, Fold fold) {
    if (!isTree() || row < 0 || row >= rowCount() || m_children[source(row)].empty()) return;
    if (m_closed[source(row)] == (fold == Fold::Closed)) return;
    beginResetModel();
    m_closed[source(row)] = fold == Fold::Closed;
    m_marked.reset();
    arrange();
    endResetModel();
}

void AnalysisTable::setAllFolds(Fold fold) {
    if (!isTree()) return;
    beginResetModel();
    m_closed.assign(m_closed.size(), fold == Fold::Closed);
    m_marked.reset();
    arrange();
    endResetModel();
}

std::span<const SliceId> AnalysisTable::slices(int row) const {
    if (row < 0 || row >= rowCount() || source(row) >= m_table->rowSlices.size()) return {};
    return m_table->rowSlices[source(row)];
}

std::optional<int> AnalysisTable::rowOf(SliceId slice) const {
    if (!m_table || !m_store) return std::nullopt;
    for (const std::size_t row : rowsOf(*m_table, *m_store, slice))
        if (const auto shown = shownRow(static_cast<std::uint32_t>(row))) return shown;
    return std::nullopt;
}

std::optional<int> AnalysisTable::shownRow(std::uint32_t sourceRow) const {
    const auto it = std::find(m_order.begin(), m_order.end(), sourceRow);
    if (it == m_order.end()) return std::nullopt;
    return static_cast<int>(it - m_order.begin());
}

void AnalysisTable::setMarked(std::optional<int> row) {
    if (row == m_marked) return;
    m_marked = row;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {MarkedRole});
}

Table AnalysisTable::extract(std::span<const int> rows, std::span<const int> columns) const {
    Table out;
    if (!m_table) return out;
    out.id = m_table->id;
    out.title = m_table->title;
    out.originNs = m_table->originNs;
    out.notes = m_table->notes;
    for (const int c : columns) out.columns.push_back(m_table->columns[static_cast<std::size_t>(c)]);
    for (const int r : rows) {
        auto& line = out.rows.emplace_back();
        for (const int c : columns) line.push_back(cell(source(r), static_cast<std::size_t>(c)));
    }
    return out;
}

Table AnalysisTable::shown() const {
    std::vector<int> rows(static_cast<std::size_t>(rowCount())), columns(static_cast<std::size_t>(columnCount()));
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(columns.begin(), columns.end(), 0);
    return extract(rows, columns);
}

void AnalysisTable::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    m_sortedColumn = column;
    m_sortOrder = order;
    m_marked.reset();
    arrange();
    endResetModel();
}

int AnalysisTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int AnalysisTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->columns.size());
}

QString AnalysisTable::text(std::size_t row, std::size_t column) const {
    const bool name = static_cast<int>(column) == m_nameColumn;
    if (name && row < m_labels.size() && !m_labels[row].empty()) return q(m_labels[row]);
    const Cell& value = cell(row, column);
    if (name && isTree())
        if (const auto* s = std::get_if<std::string>(&value)) return q(trimmed(*s));
    return cellText(value, m_table->columns[column].unit, m_table->originNs, m_most[column]);
}

QString AnalysisTable::toolTip(std::size_t row, std::size_t column) const {
    const Cell& value = cell(row, column);
    if (const auto* s = std::get_if<std::string>(&value)) return q(demangled(trimmed(*s)));
    const QString exact = variant(value).toString();
    if (exact.isEmpty()) return QStringLiteral("not applicable, or not recorded");
    switch (m_table->columns[column].unit) {
    case Unit::Nanoseconds:
    case Unit::TimePoint:
        return exact + QStringLiteral(" ns");
    case Unit::Bytes:
        return exact + QStringLiteral(" B");
    case Unit::BytesPerSecond:
        return exact + QStringLiteral(" B/s");
    default:
        return exact;
    }
}

QVariant AnalysisTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_table) return {};
    const std::size_t row = source(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const Unit unit = m_table->columns[column].unit;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((isFigure(unit) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case ValueRole:
        return variant(cell(row, column));
    case KindRole: {
        if (index.column() != m_nameColumn || row >= m_table->rowSlices.size() || !m_store) return {};
        const auto& some = m_table->rowSlices[row];
        if (some.empty() || m_store->kind(some.front()) == WorkKind::None) return {};
        return static_cast<int>(m_store->kind(some.front()));
    }
    case SortedRole:
        return index.column() == m_sortedColumn;
    case BarRole: {
        const auto* share = std::get_if<double>(&cell(row, column));
        return unit == Unit::Ratio && share ? QVariant(std::clamp(*share, 0.0, 1.0)) : QVariant();
    }
    case DepthRole: {
        if (!isTree() || index.column() != std::max(0, m_nameColumn)) return {};
        int depth = 0;
        for (std::uint32_t up = m_parent[row]; up != kNoRow; up = m_parent[up]) ++depth;
        return depth;
    }
    case FoldRole:
        if (!isTree() || index.column() != std::max(0, m_nameColumn)) return {};
        if (m_children[row].empty()) return static_cast<int>(Fold::None);
        return static_cast<int>(m_closed[row] && m_filter.isEmpty() ? Fold::Closed : Fold::Open);
    case MarkedRole:
        return m_marked == index.row();
    default:
        return {};
    }
}

QVariant AnalysisTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = m_table->columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        if (section != m_sortedColumn) return q(column.title);
        return QString(m_sortOrder == Qt::AscendingOrder ? QChar(0x2191) : QChar(0x2193)) + QLatin1Char(' ') +
               q(column.title);
    }
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isFigure(column.unit) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return q(column.id);
    if (role == Qt::InitialSortOrderRole) return isFigure(column.unit) ? Qt::DescendingOrder : Qt::AscendingOrder;
    return {};
}

} // namespace lanescope::models
