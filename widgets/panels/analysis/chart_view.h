// Shows one chart: bars (upright, or lying where their names are long), curves, dots. Values under the pointer, a click
// tells where it leads; left and right walk the bars or points by keys, Enter goes there. GUI thread.
#pragma once

#include "widgets/models/analysis/chart.h"
#include "widgets/panels/analysis/chart_scale.h"
#include "widgets/timeline/look.h"

#include <QPixmap>
#include <QPolygonF>
#include <QWidget>

#include <memory>
#include <optional>

namespace lanescope::panels {

class ChartView final : public QWidget {
    Q_OBJECT
public:
    explicit ChartView(timeline::Look& look, QWidget* parent = nullptr);
    void setChart(std::shared_ptr<const models::Chart> chart);
    const models::Chart* chart() const { return m_chart.get(); }

    struct Place { // one point of the chart
        std::size_t series = 0, point = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> placeAt(QPointF pos) const;
    QPointF positionOf(const Place& place) const; // px of this widget
    QString textOf(const Place& place) const;     // what is said about it

signals:
    void targetChosen(const lanescope::models::ChartTarget& target);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut();
    bool liesDown() const { return m_lying; }
    void paintAll(QPainter& painter);
    void paintAxes(QPainter& painter);
    void paintBars(QPainter& painter);
    void paintLying(QPainter& painter);
    void paintCurves(QPainter& painter);
    void paintDots(QPainter& painter);
    void paintGuides(QPainter& painter);
    void paintLegend(QPainter& painter);
    void paintSwatch(QPainter& painter, const QRectF& r, const models::ChartSeries& series);
    double legendHeight() const;
    void paintTip(QPainter& painter);
    QRectF barRect(std::size_t series, std::size_t category) const;
    double stackBelow(std::size_t series, std::size_t category) const;
    QColor colourOf(const models::ChartSeries& series) const;
    QPolygonF stepsOf(const models::ChartSeries& series) const;
    void text(QPainter& painter, double x, double baseline, const std::string& what, scene::Ink ink,
              int weight = 400) const;
    void step(int by);

    timeline::Look& m_look;
    std::shared_ptr<const models::Chart> m_chart;
    QRectF m_plot;
    ChartScale m_x, m_y;
    bool m_lying = false;
    QPixmap m_base;
    std::optional<Place> m_at;
};

} // namespace lanescope::panels
