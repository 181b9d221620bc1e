// Bus rate against message size, a point per matched collective. A click chooses the collective. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/scene_widget.h"

#include <vector>

namespace lanescope::rankpanels {

class BandwidthPlot final : public timeline::SceneWidget {
    Q_OBJECT
public:
    BandwidthPlot(timeline::Look& look, ranksview::RanksDocument& document, QWidget* parent = nullptr);
    struct Point {
        std::size_t measured = 0;
        std::int64_t bytes = 0;
        double rate = 0; // bytes per second
        CollectiveKind kind{};
    };
    const std::vector<Point>& points() const { return m_points; }
    QPointF placeOf(const Point& point) const; // px

signals:
    void collectiveChosen(std::size_t measured);

protected:
    void build(scene::Scene& out) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refresh();
    const Point* pointAt(const QPointF& pos) const;
    void addAxes(scene::Layer& layer);
    double plotRight() const { return width() - 130.0; }
    double plotBottom() const { return height() - 26.0; }

    ranksview::RanksDocument& m_document;
    std::vector<Point> m_points;
    std::size_t m_withoutSize = 0, m_leftOut = 0;
    double m_leastLog = 0, m_mostLog = 1, m_mostRate = 1;
};

} // namespace lanescope::rankpanels
