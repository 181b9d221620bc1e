// Draws the cells of tables of figures: figures of equal width at the right, colour chips before names, bars beside
// shares, chevrons and indents of trees. Roles are those of models::AnalysisTable; models without some of them simply
// have none of it. GUI thread.
#pragma once

#include "widgets/timeline/look.h"

#include <QStyledItemDelegate>

namespace lanescope::panels {

class FigureDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kRowHeight = 22, kPadding = 7, kIndent = 12, kChevron = 14, kBarRoom = 52;
    explicit FigureDelegate(timeline::Look& look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // Whether the point of the cell lies on the chevron of a row that folds.
    static bool isOnChevron(const QRect& cell, const QModelIndex& index, QPoint at);

private:
    bool paintChip(QPainter& painter, double x, const QRect& r, const QModelIndex& index) const;
    double paintTree(QPainter& painter, double left, const QRect& r, const QModelIndex& index) const;
    void paintBar(QPainter& painter, const QRect& r, double textLeft, const QModelIndex& index) const;
    timeline::Look& m_look;
};

} // namespace lanescope::panels
