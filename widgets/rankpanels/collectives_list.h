// The matched collectives of the chosen step (of all, without steps): size, transfer, bus rate, waiting of each shown
// rank as bars, skew, who came last, exposed part. A row is a collective on the timelines. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/scene_widget.h"

#include <QScrollBar>

#include <optional>
#include <string>
#include <vector>

namespace lanescope::rankpanels {

// "AllReduce #3": what a collective is called in tables and on slices.
std::string collectiveName(const align::MatchedCollective& c);

class CollectivesList final : public timeline::SceneWidget {
    Q_OBJECT
public:
    CollectivesList(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    enum class Of : std::uint8_t { Step, All };
    void setOf(Of of);
    Of of() const { return m_of; }
    const std::vector<std::size_t>& rows() const { return m_rows; } // in measured(), top to bottom
    // As shown, without the bars; for tests and speech. Columns that do not fit are shown by `all figures` only.
    std::vector<std::string> cells(std::size_t row) const;
    QStringList titles() const;  // of the columns that are shown
    QStringList summary() const; // the lines below the table
    enum class Column : std::uint8_t {
        Name,
        Bytes,
        Transfer,
        Bus,
        Algorithm,
        Skew,
        SkewEnd,
        Last,
        Exposed,
        Imbalance,
        Order
    };
    void sortBy(Column column);

signals:
    void collectiveActivated(std::size_t measured);
    void menuWanted(QPoint globalPos);

protected:
    void build(scene::Scene& out) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    static constexpr double kPad = 14, kBarGap = 4;
    static constexpr std::size_t kMostBars = 8; // more ranks share one bar of the mean and one of the longest wait
    struct Place {                              // of a column
        Column column;
        const char* title;
        double left, width;
    };
    void refresh();
    void arrange();
    void sortRows();
    void onSelection();
    std::optional<std::size_t> rowAt(double y) const;
    std::vector<Place> places() const;
    std::vector<Column> extras() const;
    std::string textOf(Column column, std::size_t row) const;
    double bars() const; // left edge of the bars
    double barsWidth() const;
    double barWidth() const;
    std::size_t barCount() const;
    void addHead(scene::Layer& layer);
    void addRow(scene::Layer& layer, std::size_t row, double y);
    void addBars(scene::Layer& layer, const MeasuredCollective& m, double y);
    void addBelow(scene::Layer& layer, double y);
    double listHeight() const;

    ranksview::RanksDocument& m_document;
    std::vector<std::size_t> m_rows;
    std::int64_t m_mostWait = 0;
    bool m_hasImbalance = false; // an all-to-all whose sizes are known is among the rows
    Of m_of = Of::Step;
    Column m_sorted = Column::Order;
    QScrollBar m_scroll;
};

} // namespace lanescope::rankpanels
