#include "widgets/panels/figure_view.h"

#include "widgets/paint/scene_painter.h"
#include "widgets/timeline/scene_widget.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace lanescope::panels {

using models::TableModel;
using scene::Ink;

namespace {

constexpr int kRowHeight = 22;
constexpr int kPadding = 7;

class FigureDelegate final : public QStyledItemDelegate {
public:
    FigureDelegate(timeline::Look& look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QRect r = option.rect;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->fillRect(r, m_look.color(selected ? Ink::AccentBack : Ink::Panel));
        painter->fillRect(r.left(), r.bottom(), r.width(), 1, m_look.color(Ink::Line));
        double left = r.left() + kPadding;
        if (paintChip(*painter, r, index)) left += 16;
        const bool strong = index.data(TableModel::SortedRole).toBool();
        const scene::TextStyle style{12, static_cast<std::uint16_t>(strong ? 600 : 400), false};
        const double room = r.right() - kPadding - left;
        const std::string whole = index.data(Qt::DisplayRole).toString().toStdString();
        const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        // A number is never cut: it fits, or is not shown.
        const double width = m_look.fonts().width(whole, style);
        const std::string text = right ? (width <= room + 4 ? whole : std::string())
                                       : timeline::elidedInMiddle(m_look.fonts(), whole, style, room);
        painter->setPen(m_look.color(index.column() == 0 || right || selected ? Ink::Text : Ink::Text2));
        const double x = right ? r.right() - kPadding - width : left;
        m_look.fonts().draw(*painter, x, r.top() + r.height() / 2.0 + 4, text, style);
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const std::string text = index.data(Qt::DisplayRole).toString().toStdString();
        return {static_cast<int>(m_look.fonts().width(text, {12, 600, false})) + 2 * kPadding + 2, kRowHeight};
    }

private:
    bool paintChip(QPainter& painter, const QRect& r, const QModelIndex& index) const {
        const QVariant kind = index.data(TableModel::KindRole);
        const bool idle = index.data(TableModel::IdleRole).toBool();
        if (!kind.isValid() && !idle) return false;
        scene::Scene scene;
        scene::Layer layer;
        if (idle) {
            timeline::addPartChip(layer, 0, 0, 3);
        } else {
            scene::Box box = timeline::makeBox(0, 0, 8, 8, Ink::Kind);
            box.variant = static_cast<std::uint8_t>(kind.toInt());
            layer.boxes.push_back(box);
        }
        scene.layers.push_back(std::move(layer));
        painter.save();
        painter.translate(r.left() + kPadding, r.top() + (r.height() - 8) / 2);
        paint::paintScene(painter, scene, m_look.theme(), m_look.fonts(),
                          {paint::Target::Pixels, paint::Background::Left});
        painter.restore();
        return true;
    }

    timeline::Look& m_look;
};

} // namespace

FigureView::FigureView(timeline::Look& look, TableModel& model, QWidget* parent)
    : QTableView(parent), m_look(look), m_model(model) {
    setModel(&model);
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
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
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
    setColumnWidth(0, std::max(140, viewport()->width() - others));
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
