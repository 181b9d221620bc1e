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
    struct Grid { // where the cells are
        double left = 0, top = 0, w = 0, h = 0, gap = 1.5;
        double pitchX() const { return w + gap; }
        double pitchY() const { return h + gap; }
        std::size_t firstStep = 0, steps = 0, rows = 0, firstRow = 0;
    };
    struct RowOf { // of one rank, or of a node when there are many
        std::string name;
        std::vector<std::size_t> records;
    };
    void refresh();
    void groupRows();
    bool isWarmup(std::int64_t step) const;
    std::optional<double> rowValue(std::size_t row, std::int64_t step) const;
    std::uint8_t heat(double value) const;
    void addCells(scene::Layer& layer);
    void addNames(scene::Layer& layer);
    void addLegend(scene::Layer& layer, double y);
    std::optional<std::pair<std::size_t, std::int64_t>> cellAt(const QPointF& pos) const; // row, step
    void place(double width, double height);

    ranksview::RanksDocument& m_document;
    std::string m_metric = "waiting";
    As m_as = As::ShareOfStep;
    RankStepValues m_values;
    std::vector<RowOf> m_rows;
    double m_most = 0;
    Grid m_grid;
    std::size_t m_firstRow = 0; // scrolled to
};

} // namespace lanescope::rankpanels
