#include "widgets/panels/analysis/analysis_table_view.h"

#include "core/export/table.h"
#include "widgets/panels/figure_delegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace lanescope::panels {

using models::AnalysisTable;

namespace {
constexpr int kMostWidth = 420, kFirstWidth = 180, kSampledRows = 200;
}

AnalysisTableView::AnalysisTableView(timeline::Look& look, AnalysisTable& model, QWidget* parent)
    : QTableView(parent), m_look(look), m_model(model) {
    setModel(&model);
    setItemDelegate(new FigureDelegate(look, this));
    setAccessibleName(tr("table of the analysis"));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(FigureDelegate::kRowHeight);
    verticalHeader()->setDefaultSectionSize(FigureDelegate::kRowHeight);
    QHeaderView* head = horizontalHeader();
    head->setMinimumSectionSize(40);
    head->setHighlightSections(false);
    head->setResizeContentsPrecision(kSampledRows);
    head->setSortIndicatorShown(false); // the model says it in the title
    head->setContextMenuPolicy(Qt::CustomContextMenu);
    head->setSortIndicator(-1, Qt::DescendingOrder); // as the analysis orders them
    setSortingEnabled(true);
    connect(head, &QHeaderView::customContextMenuRequested, this,
            [this, head](QPoint at) { columnMenu(head->mapToGlobal(at)); });
    connect(head, &QHeaderView::sectionResized, this, [this] {
        if (m_restoring) return;
        m_sizedByUser = true;
        remember();
    });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        m_current = m_model.sourceRow(index.row());
        emit rowChosen(index.row(), Walk::First);
    });
    connect(&look, &timeline::Look::themeChanged, viewport(), qOverload<>(&QWidget::update));
    // The chosen row stays chosen when the order or the filter changes.
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_current && m_model.table() && *m_current < m_model.rowsInAll())
            if (const auto row = m_model.shownRow(*m_current)) chooseRow(*row);
    });
}

void AnalysisTableView::tableChanged() {
    m_current.reset();
    m_sizedByUser = false;
    if (m_model.sortedColumn() < 0) horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_restoring = true;
    for (int c = 0; c < m_model.columnCount(); ++c) setColumnHidden(c, isHiddenAtFirst(c));
    m_restoring = false;
    if (restore()) return;
    fitColumns();
}

// With a single device its number says nothing; the depth of a tree is seen by its indent.
bool AnalysisTableView::isHiddenAtFirst(int column) const {
    const Table& table = *m_model.table();
    const auto c = static_cast<std::size_t>(column);
    if (table.columns[c].id == "depth") return true;
    if (table.columns[c].id != "device" || table.rows.empty() || table.columns.size() < 3) return false;
    return std::all_of(table.rows.begin(), table.rows.end(),
                       [&](const auto& row) { return c < row.size() && row[c] == table.rows.front()[c]; });
}

void AnalysisTableView::sortBy(int column, Qt::SortOrder order) { sortByColumn(column, order); }

std::vector<int> AnalysisTableView::chosenRows() const {
    std::vector<int> out;
    for (const QModelIndex& index : selectionModel()->selectedRows()) out.push_back(index.row());
    std::sort(out.begin(), out.end());
    return out;
}

void AnalysisTableView::chooseRow(int row) {
    m_current = m_model.sourceRow(row);
    selectRow(row);
    scrollTo(m_model.index(row, 0));
}

std::vector<int> AnalysisTableView::shownColumns() const {
    std::vector<int> out;
    for (int c = 0; c < m_model.columnCount(); ++c)
        if (!isColumnHidden(c)) out.push_back(c);
    return out;
}

// For spreadsheets: a head, then the rows, figures as integers in their smallest unit.
void AnalysisTableView::copyTsv() const {
    const auto clean = [](QString text) { return text.replace(QLatin1Char('\t'), ' ').replace('\n', ' '); };
    QStringList lines, head;
    const std::vector<int> columns = shownColumns();
    for (const int c : columns)
        head << clean(QString::fromStdString(m_model.table()->columns[static_cast<std::size_t>(c)].id));
    lines << head.join(QLatin1Char('\t'));
    for (const int row : chosenRows()) {
        QStringList cells;
        for (const int c : columns)
            cells << clean(m_model.index(row, c).data(AnalysisTable::ValueRole).toString().trimmed());
        lines << cells.join(QLatin1Char('\t'));
    }
    if (lines.size() > 1) QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

void AnalysisTableView::copyMarkdown() const {
    if (!m_model.table()) return;
    std::vector<int> rows = chosenRows();
    if (rows.empty())
        for (int r = 0; r < m_model.rowCount(); ++r) rows.push_back(r);
    const Table some = m_model.extract(rows, shownColumns());
    QGuiApplication::clipboard()->setText(QString::fromStdString(lanescope::render({some}, Format::Markdown)));
}

// What the cells need; the first column of text gets what is left.
void AnalysisTableView::fitColumns() {
    const int columns = m_model.columnCount();
    if (columns == 0) return;
    m_restoring = true;
    int others = 0, flexible = -1;
    for (int c = 0; c < columns; ++c) {
        if (isColumnHidden(c)) continue;
        const bool text = m_model.table()->columns[static_cast<std::size_t>(c)].unit == Unit::Text;
        const int wanted = std::max(sizeHintForColumn(c) + 2, horizontalHeader()->sectionSizeHint(c) + 12);
        setColumnWidth(c, std::min(wanted, text ? kMostWidth : kMostWidth / 2));
        const std::string& id = m_model.table()->columns[static_cast<std::size_t>(c)].id;
        if (flexible < 0 && text && id != "device") flexible = c;
        others += columnWidth(c);
    }
    if (flexible >= 0) {
        others -= columnWidth(flexible);
        setColumnWidth(flexible, std::max(std::min(kFirstWidth, columnWidth(flexible)), viewport()->width() - others));
    }
    m_restoring = false;
}

QString AnalysisTableView::memoryKey() const {
    return QStringLiteral("analysis/columns/") + QString::fromStdString(m_model.table() ? m_model.table()->id : "");
}

void AnalysisTableView::remember() {
    if (!m_settings || !m_model.table()) return;
    QStringList out;
    for (int c = 0; c < m_model.columnCount(); ++c) {
        const QString id = QString::fromStdString(m_model.table()->columns[static_cast<std::size_t>(c)].id);
        const int width = isColumnHidden(c) ? 0 : m_sizedByUser ? columnWidth(c) : -1;
        out << id + QLatin1Char('=') + QString::number(width);
    }
    m_settings->setValue(memoryKey(), out);
}

bool AnalysisTableView::restore() {
    if (!m_settings || !m_model.table()) return false;
    const QStringList kept = m_settings->value(memoryKey()).toStringList();
    if (kept.isEmpty()) return false;
    QHash<QString, int> widths;
    for (const QString& one : kept) widths[one.section('=', 0, 0)] = one.section('=', 1).toInt();
    m_restoring = true;
    for (int c = 0; c < m_model.columnCount(); ++c) {
        const QString id = QString::fromStdString(m_model.table()->columns[static_cast<std::size_t>(c)].id);
        if (widths.value(id, -1) == 0) setColumnHidden(c, true);
    }
    m_restoring = false;
    fitColumns();
    m_restoring = true;
    for (int c = 0; c < m_model.columnCount(); ++c) {
        const QString id = QString::fromStdString(m_model.table()->columns[static_cast<std::size_t>(c)].id);
        const int width = widths.value(id, -1);
        if (width <= 0) continue;
        setColumnWidth(c, std::clamp(width, 40, 2000));
        m_sizedByUser = true;
    }
    m_restoring = false;
    return true;
}

void AnalysisTableView::columnMenu(QPoint at) {
    if (!m_model.table()) return;
    QMenu menu(this);
    menu.addSection(tr("Columns"));
    for (int c = 0; c < m_model.columnCount(); ++c) {
        const QString title = QString::fromStdString(m_model.table()->columns[static_cast<std::size_t>(c)].title);
        QAction* action = menu.addAction(title);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        action->setEnabled(isColumnHidden(c) || shownColumns().size() > 1);
        connect(action, &QAction::triggered, this, [this, c](bool shown) {
            m_restoring = true;
            setColumnHidden(c, !shown);
            m_restoring = false;
            if (!m_sizedByUser) fitColumns();
            remember();
        });
    }
    menu.addSeparator();
    menu.addAction(tr("All columns, usual widths"), this, [this] {
        if (m_settings) m_settings->remove(memoryKey());
        tableChanged();
    });
    menu.exec(at);
}

void AnalysisTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (!m_sizedByUser) fitColumns();
}

bool AnalysisTableView::turnFold(int row, AnalysisTable::Fold fold) {
    if (!m_model.isTree() || row < 0) return false;
    const int column = std::max(0, columnAt(0));
    for (int c = column; c < m_model.columnCount(); ++c) {
        const QVariant now = m_model.index(row, c).data(AnalysisTable::FoldRole);
        if (!now.isValid()) continue;
        const auto is = static_cast<AnalysisTable::Fold>(now.toInt());
        if (is == AnalysisTable::Fold::None || is == fold) return false;
        m_current = m_model.sourceRow(row);
        m_model.setFold(row, fold);
        return true;
    }
    return false;
}

void AnalysisTableView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton &&
        FigureDelegate::isOnChevron(visualRect(index), index, event->pos())) {
        const bool open = index.data(AnalysisTable::FoldRole).toInt() == static_cast<int>(AnalysisTable::Fold::Open);
        turnFold(index.row(), open ? AnalysisTable::Fold::Closed : AnalysisTable::Fold::Open);
        return;
    }
    QTableView::mousePressEvent(event);
}

void AnalysisTableView::keyPressEvent(QKeyEvent* event) {
    const int row = currentIndex().row();
    if (event->matches(QKeySequence::Copy)) return copyTsv();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row < 0) break;
        m_current = m_model.sourceRow(row);
        return emit rowChosen(row, event->modifiers() & Qt::ShiftModifier ? Walk::Previous : Walk::Next);
    case Qt::Key_Right:
        if (turnFold(row, AnalysisTable::Fold::Open)) return;
        break;
    case Qt::Key_Left:
        if (turnFold(row, AnalysisTable::Fold::Closed)) return;
        break;
    default:
        break;
    }
    QTableView::keyPressEvent(event);
}

void AnalysisTableView::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    QMenu menu(this);
    if (index.isValid()) {
        menu.addAction(tr("Copy value"), this,
                       [index] { QGuiApplication::clipboard()->setText(index.data(Qt::ToolTipRole).toString()); });
        if (!m_model.slices(index.row()).empty())
            menu.addAction(tr("Select these events"), this,
                           [this, row = index.row()] { emit rowChosen(row, Walk::First); });
        menu.addAction(tr("Copy rows"), QKeySequence(QKeySequence::Copy), this, &AnalysisTableView::copyTsv);
    }
    menu.addAction(tr("Copy as Markdown"), this, &AnalysisTableView::copyMarkdown);
    if (m_model.isTree()) {
        menu.addSeparator();
        menu.addAction(tr("Open all"), this, [this] { m_model.setAllFolds(AnalysisTable::Fold::Open); });
        menu.addAction(tr("Fold all"), this, [this] { m_model.setAllFolds(AnalysisTable::Fold::Closed); });
    }
    menu.exec(event->globalPos());
}

} // namespace lanescope::panels
