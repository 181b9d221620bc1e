// One figure by rank and step as a heat map; a click goes to the rank and step. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/scene_widget.h"

#include <string>
#include <vector>

namespace lanescope::rankpanels {

class HeatMap final : public timeline::SceneWidget {
    Q_OBJECT
public:
    HeatMap(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    void setMetric(std::string_view id);
    const std::string& metric() const { return m_metric; }
    enum class As : std::uint8_t { Time, ShareOfStep };
    void setAs(As as);
    As as() const { return m_as; }
    // "": a row per rank; "node", "tp", "pp", "dp", "cp", "ep": ranks of the same place under each other, or, where
    // they do not all fit, one row of their mean.
    void setGrouping(const std::string& what);
    const std::string& grouping() const { return m_grouping; }
    QStringList rowNames() const; // top to bottom, as they are drawn now
    // Of a cell as it is drawn now; empty when it is not drawn.
    QRectF cell(std::size_t record, std::int64_t step) const;
    std::optional<double> value(std::size_t record, std::int64_t step) const; // ns, or share; none: not known

signals:
    void cellChosen(std::size_t record, std::int64_t step);

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Grid {                                                     // where the cells are
        double left = 0, top = 0, w = 0, h = 0, gap = 1.5, apart = 0; // apart: between groups
        double pitchX() const { return w + gap; }
        double pitchY() const { return h + gap; }
        std::size_t firstStep = 0, steps = 0, rows = 0, firstRow = 0;
    };
    struct RowOf { // of one rank, or of a group when there are many
        std::string name;
        std::vector<std::size_t> records;
        std::string group; // its heading; empty: not grouped
        std::size_t groupIndex = 0;
    };
    double rowTop(std::size_t row) const; // px
    std::string groupOf(std::size_t record) const;
    void addGroups(scene::Layer& layer);
    void refresh();
    void groupRows(double height);
    bool isWarmup(std::int64_t step) const;
    std::optional<double> rowValue(std::size_t row, std::int64_t step) const;
    std::uint8_t heat(double value) const;
    void addCells(scene::Layer& layer);
    void addCopies(scene::Layer& layer);
    void addNames(scene::Layer& layer);
    void addLegend(scene::Layer& layer, double y);
    std::optional<std::pair<std::size_t, std::int64_t>> cellAt(const QPointF& pos) const; // row, step
    void place(double width, double height);

    ranksview::RanksDocument& m_document;
    std::string m_metric = "waiting";
    As m_as = As::ShareOfStep;
    RankStepValues m_values;
    std::string m_grouping;
    bool m_together = false; // a row per group
    std::vector<RowOf> m_rows;
    double m_most = 0;
    std::vector<std::int64_t> m_steps; // that are listed
    double m_placedFor = -1;           // the height that rows were grouped for
    Grid m_grid;
    std::size_t m_firstRow = 0; // scrolled to
};

} // namespace lanescope::rankpanels
