#include "widgets/panels/figure_view.h"

#include "widgets/panels/figure_delegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

namespace lanescope::panels {

using models::TableModel;

FigureView::FigureView(timeline::Look& look, TableModel& model, QWidget* parent)
    : QTableView(parent), m_look(look), m_model(model) {
    setModel(&model);
    setAccessibleName(tr("table of figures"));
    setItemDelegate(new FigureDelegate(look, this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(FigureDelegate::kRowHeight);
    verticalHeader()->setMinimumSectionSize(FigureDelegate::kRowHeight);
    horizontalHeader()->setMinimumSectionSize(48);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultSectionSize(84);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorShown(false); // the model says it in the title
    connect(this, &QTableView::clicked, this, &FigureView::chooseRow);
    connect(&look, &timeline::Look::themeChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&model, &QAbstractItemModel::modelReset, this, &FigureView::fitColumns);
}

void FigureView::setSorted(int column, Qt::SortOrder order) { sortByColumn(column, order); }

void FigureView::fitColumns() {
    const int columns = m_model.columnCount();
    if (columns == 0) return;
    int others = 0;
    for (int c = 1; c < columns; ++c) {
        const int width = std::max(sizeHintForColumn(c) + 6, horizontalHeader()->sectionSizeHint(c) + 8);
        setColumnWidth(c, std::min(width, 160));
        others += columnWidth(c);
    }
    // What the first column has no need of goes to texts that are cut.
    int free = viewport()->width() - others - std::max(200, sizeHintForColumn(0) + 6);
    for (int c = 1; c < columns && free > 0; ++c) {
        const int more = std::min(free, std::max(sizeHintForColumn(c) + 6, horizontalHeader()->sectionSizeHint(c) + 8) -
                                            columnWidth(c));
        if (more <= 0) continue;
        setColumnWidth(c, columnWidth(c) + more);
        others += more;
        free -= more;
    }
    setColumnWidth(0, std::max(200, viewport()->width() - others));
}

void FigureView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void FigureView::chooseRow(const QModelIndex& index) {
    if (index.isValid()) emit rowChosen(index.row());
    if (const auto slice = m_model.slice(index.row())) emit sliceWanted(*slice);
}

void FigureView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return chooseRow(currentIndex());
    QTableView::keyPressEvent(event);
}

void FigureView::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    QMenu menu(this);
    if (index.isValid()) {
        menu.addAction(tr("Copy value"), this,
                       [index] { QGuiApplication::clipboard()->setText(index.data(Qt::ToolTipRole).toString()); });
        if (m_model.slice(index.row()))
            menu.addAction(tr("Show the longest one"), this, [this, index] { chooseRow(index); });
        menu.addSeparator();
    }
    const auto copyTable = [this](Format format) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(lanescope::render({m_model.table()}, format)));
    };
    menu.addAction(tr("Copy table as CSV"), this, [copyTable] { copyTable(Format::Csv); });
    menu.addAction(tr("Copy table as Markdown"), this, [copyTable] { copyTable(Format::Markdown); });
    menu.exec(event->globalPos());
}

} // namespace lanescope::panels
