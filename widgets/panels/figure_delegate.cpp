#include "widgets/panels/figure_delegate.h"

#include "widgets/models/analysis/analysis_table.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/timeline/scene_widget.h"

#include <QPainter>

namespace lanescope::panels {

using models::AnalysisTable;
using scene::Ink;

namespace {

void paintLayer(QPainter& painter, timeline::Look& look, scene::Layer layer, QPointF at) {
    scene::Scene scene;
    scene.layers.push_back(std::move(layer));
    painter.save();
    painter.translate(at);
    paint::paintScene(painter, scene, look.theme(), look.fonts(), {paint::Target::Pixels, paint::Background::Left});
    painter.restore();
}

int treeWidth(const QModelIndex& index) {
    const QVariant depth = index.data(AnalysisTable::DepthRole);
    return depth.isValid() ? depth.toInt() * FigureDelegate::kIndent + FigureDelegate::kChevron : 0;
}

} // namespace

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QRect r = option.rect;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool marked = index.data(AnalysisTable::MarkedRole).toBool();
    painter->fillRect(r, m_look.color(selected ? Ink::AccentBack : marked ? Ink::Group : Ink::Panel));
    painter->fillRect(r.left(), r.bottom(), r.width(), 1, m_look.color(Ink::Line));
    if (marked && index.column() == 0) painter->fillRect(r.left(), r.top(), 3, r.height(), m_look.color(Ink::Accent));
    double left = r.left() + kPadding;
    left += paintTree(*painter, left, r, index);
    if (paintChip(*painter, left, r, index)) left += 16;
    const bool strong = index.data(AnalysisTable::SortedRole).toBool();
    const scene::TextStyle style{12, static_cast<std::uint16_t>(strong ? 600 : 400), false};
    const double room = r.right() - kPadding - left;
    const std::string whole = index.data(Qt::DisplayRole).toString().toStdString();
    const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    // A number is never cut: it fits, or is not shown.
    const double width = m_look.fonts().width(whole, style);
    const std::string text = right ? (width <= room + 4 ? whole : std::string())
                                   : timeline::elidedInMiddle(m_look.fonts(), whole, style, room);
    const double x = right ? r.right() - kPadding - width : left;
    paintBar(*painter, r, x, index);
    painter->setPen(m_look.color(index.column() == 0 || right || selected ? Ink::Text : Ink::Text2));
    m_look.fonts().draw(*painter, x, r.top() + r.height() / 2.0 + 4, text, style);
}

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const std::string text = index.data(Qt::DisplayRole).toString().toStdString();
    int width = static_cast<int>(m_look.fonts().width(text, {12, 600, false})) + 2 * kPadding + 2;
    width += treeWidth(index);
    if (index.data(AnalysisTable::BarRole).isValid()) width += kBarRoom;
    if (index.data(AnalysisTable::KindRole).isValid()) width += 16;
    return {width, kRowHeight};
}

bool FigureDelegate::isOnChevron(const QRect& cell, const QModelIndex& index, QPoint at) {
    if (index.data(AnalysisTable::FoldRole).toInt() == static_cast<int>(AnalysisTable::Fold::None)) return false;
    const int end = cell.left() + kPadding + treeWidth(index);
    return at.x() >= end - kChevron - 4 && at.x() < end + 2;
}

double FigureDelegate::paintTree(QPainter& painter, double left, const QRect& r, const QModelIndex& index) const {
    const int width = treeWidth(index);
    if (width == 0) return 0;
    const auto fold = static_cast<AnalysisTable::Fold>(index.data(AnalysisTable::FoldRole).toInt());
    if (fold != AnalysisTable::Fold::None) {
        scene::Layer layer;
        scene::Mark mark;
        mark.shape = fold == AnalysisTable::Fold::Open ? scene::MarkShape::ChevronDown : scene::MarkShape::ChevronRight;
        mark.centre = {4, 4};
        mark.w = fold == AnalysisTable::Fold::Open ? 8 : 5;
        mark.h = fold == AnalysisTable::Fold::Open ? 5 : 8;
        layer.marks.push_back(mark);
        paintLayer(painter, m_look, std::move(layer), {left + width - kChevron, r.top() + (r.height() - 8) / 2.0});
    }
    return width;
}

void FigureDelegate::paintBar(QPainter& painter, const QRect& r, double textLeft, const QModelIndex& index) const {
    const QVariant share = index.data(AnalysisTable::BarRole);
    if (!share.isValid()) return;
    const double left = r.left() + kPadding;
    const double room = std::min<double>(textLeft - 6 - left, kBarRoom - 8);
    if (room < 16) return;
    painter.fillRect(QRectF(left, r.top() + r.height() / 2.0 - 3, room, 6), m_look.color(Ink::Line));
    painter.fillRect(QRectF(left, r.top() + r.height() / 2.0 - 3, room * share.toDouble(), 6),
                     m_look.color(Ink::RuntimeCall));
}

bool FigureDelegate::paintChip(QPainter& painter, double x, const QRect& r, const QModelIndex& index) const {
    const QVariant kind = index.data(AnalysisTable::KindRole);
    const bool idle = index.data(AnalysisTable::IdleRole).toBool();
    if (!kind.isValid() && !idle) return false;
    scene::Layer layer;
    if (idle) {
        timeline::addPartChip(layer, 0, 0, 3);
    } else {
        scene::Box box = timeline::makeBox(0, 0, 8, 8, Ink::Kind);
        box.variant = static_cast<std::uint8_t>(kind.toInt());
        layer.boxes.push_back(box);
    }
    paintLayer(painter, m_look, std::move(layer), QPointF(x, r.top() + (r.height() - 8) / 2));
    return true;
}

} // namespace lanescope::panels
