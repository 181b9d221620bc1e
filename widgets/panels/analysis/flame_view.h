// The flame graph, hanging: each call below its caller, as wide as its time. A click zooms to a call, the path above
// leads back; a search dims everything else. What is narrower than a pixel is one grey block, so the cost depends on
// the width of the widget and not on the number of calls. GUI thread.
#pragma once

#include "core/analysis/call_tree/flame_graph.h"
#include "widgets/timeline/look.h"

#include <QWidget>

#include <optional>
#include <unordered_map>
#include <vector>

namespace lanescope::panels {

class FlameView final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kRow = 18, kHead = 26;
    explicit FlameView(timeline::Look& look, QWidget* parent = nullptr);
    void setFlame(std::shared_ptr<const Flame> flame); // null: nothing
    void setView(FlameSide side, FlameBy by);
    FlameSide side() const { return m_side; }
    FlameBy by() const { return m_by; }
    void setSearch(const QString& text);
    struct Hits {
        std::size_t count = 0;
        std::int64_t ns = 0; // of the topmost hits: nothing counts twice
    };
    const Hits& hits() const { return m_hits; }

    void zoomTo(std::uint32_t node);
    std::uint32_t zoomed() const { return m_zoom; }
    std::optional<std::uint32_t> current() const { return m_current; }
    void setCurrent(std::optional<std::uint32_t> node);
    std::optional<std::uint32_t> nodeNamed(std::string_view name) const; // the widest; for tests and marking
    // The widest call that holds the slice becomes the current one.
    void mark(SliceId slice);
    struct Box {
        QRectF rect;
        std::uint32_t node = 0;
        enum class Part : std::uint8_t { Call, Rest } part = Part::Call; // Rest: what is too narrow, of this caller
    };
    const std::vector<Box>& boxes(); // as drawn
    QString textOf(std::uint32_t node) const;

signals:
    void currentChanged();
    void slicesWanted(const std::vector<lanescope::SliceId>& slices);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Crumb {
        QRectF rect;
        std::uint32_t node = 0;
        std::string text;
    };
    const FlameGraph* graph() const;
    void changed();
    void layOut();
    void paintHead(QPainter& painter);
    void paintBox(QPainter& painter, const Box& box);
    bool isHit(std::uint32_t node) const;
    void countHits();
    std::optional<std::uint32_t> nodeAt(QPointF pos);
    std::vector<std::uint32_t> pathTo(std::uint32_t node) const; // from the root
    void walk(int key);
    void wantSlices(std::uint32_t node);

    timeline::Look& m_look;
    std::shared_ptr<const Flame> m_flame;
    FlameSide m_side = FlameSide::TopDown;
    FlameBy m_by = FlameBy::Cpu;
    std::uint32_t m_zoom = 0;
    std::optional<std::uint32_t> m_current, m_hover;
    QString m_search;
    Hits m_hits;
    double m_scroll = 0, m_depthPx = 0;
    std::vector<Box> m_boxes;
    std::vector<Crumb> m_crumbs;
    bool m_dirty = true;
};

} // namespace lanescope::panels
