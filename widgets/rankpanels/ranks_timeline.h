// Several ranks below one ruler. Mouse as on the timeline of one trace: click selects, drag makes a range, drag on the
// ruler zooms, Shift or middle drag pans, wheels scroll, zoom and pan. A rank's own row (its name and figures) can be
// dragged sideways: that shifts its clock. A double click there opens the rank alone. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"
#include "widgets/timeline/look.h"
#include "widgets/timeline/view_state.h"

#include <QElapsedTimer>
#include <QImage>
#include <QKeySequence>
#include <QScrollBar>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace lanescope::rankpanels {

// A key of the page: done once, or moved by as long as it is held (views per second across, zoom inwards).
struct KeyAct {
    QList<QKeySequence> keys;
    std::function<void()> act;
    double across = 0, in = 0; // both 0: `act` once
};

class RanksTimeline final : public QWidget {
    Q_OBJECT
public:
    RanksTimeline(timeline::Look& look, ranksview::RanksDocument& document, timeline::ViewState& view,
                  QWidget* parent = nullptr);

    // Which of the shown ranks this timeline is for; none: all of them.
    void setOnly(std::optional<std::vector<std::size_t>> records);
    const std::vector<std::size_t>& records() const { return m_records; }
    std::vector<std::size_t> recordsInView() const; // whose rows are in the window now, top to bottom
    void setOtherPointer(std::optional<double> px); // where the pointer is on a timeline linked with this one

    const scene::RanksChoice& choice() const { return m_choice; }
    void setChoice(const scene::RanksChoice& choice);
    void toggleFold(const std::string& group);
    void setColourBy(scene::ColourBy by);
    scene::ColourBy colourBy() const { return m_colourBy; }
    void setKeys(std::vector<KeyAct> keys) { m_keys = std::move(keys); }
    std::optional<TimeRange> range() const { return m_range; } // the user's, on the ruler
    void setRange(std::optional<TimeRange> range);

    scene::TimelineView currentView() const;
    const scene::RanksLayout& layout() const { return m_layout; }
    const scene::Scene& frameScene();
    const scene::Scene& overlayScene();
    std::optional<QRectF> rectOf(const ranksview::ChosenSlice& slice); // px of this widget
    std::optional<double> topOf(std::size_t record) const;             // of its group row, px of this widget
    QImage picture(double scale);
    double pointerX() const; // px on the canvas; its middle when the pointer is elsewhere
    void revealRow(const ranksview::ChosenSlice& slice);
    void scrollRows(double px);
    int scrollY() const { return m_scroll.value(); }
    void setScrollY(int px) { m_scroll.setValue(px); }

signals:
    void rowsMoved();                         // scrolled or laid out anew
    void pointerAt(std::optional<double> px); // of this widget; none: it left
    void scrolled(int px);
    void rankActivated(std::size_t record); // double click on its row
    void sliceActivated(lanescope::ranksview::ChosenSlice slice);
    void pointerMoved(std::optional<lanescope::RankTime> time);
    void rangeChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag : std::uint8_t { None, Pressed, Range, Pan, RulerZoom, HeaderEdge, Clock };
    void relayout();
    std::optional<std::size_t> placeOf(std::size_t record) const; // in m_records
    const scene::RanksData& sceneData();                          // kept while only scales change
    void frameChanged();
    void updateScrollBar();
    scene::RanksOverlay overlayState() const;
    std::optional<scene::RanksHit> hitAt(const QPointF& pos);
    std::optional<std::uint32_t> clockRowAt(const QPointF& pos); // the shown rank whose clock can be dragged there
    void updateCursor(const QPointF& pos);
    void clickAt(const QPointF& pos);
    void dragClock(const QPointF& pos);
    void showToolTip();
    QString toolTipFor(const scene::RanksHit& hit) const;
    QString sliceTip(std::size_t record, SliceId slice) const;
    const KeyAct* keyAct(QKeyEvent* event) const;
    void moveByKeys();
    RankTime timeAt(const QPointF& pos) const;

    timeline::Look& m_look;
    ranksview::RanksDocument& m_document;
    timeline::ViewState& m_view;
    std::optional<std::vector<std::size_t>> m_only;
    std::vector<std::size_t> m_records; // top to bottom
    std::optional<double> m_otherPointer;
    scene::RanksChoice m_choice;
    scene::RanksLayout m_layout;
    scene::RanksData m_data;
    struct Kept { // what m_data was made of
        std::uint64_t revision = 0;
        std::vector<std::size_t> records;
        TimeScale scale;
    };
    std::optional<Kept> m_dataOf;
    scene::ColourBy m_colourBy = scene::ColourBy::Kind;
    std::optional<TimeRange> m_range;
    scene::Scene m_frame, m_overlay;
    bool m_frameDirty = true;
    QImage m_picture;
    QScrollBar m_scroll;
    std::optional<QPointF> m_pointer;
    std::optional<scene::RankSlice> m_hover;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_lastPos;
    RankTime m_pressedTime{};
    std::uint32_t m_movedRank = 0;
    std::int64_t m_movedNs = 0; // by this drag
    std::vector<KeyAct> m_keys;
    std::set<int> m_held; // indices of m_keys
    double m_heldMs = 0;
    QTimer m_tipTimer, m_keyTimer;
    QElapsedTimer m_keyClock;
};

} // namespace lanescope::rankpanels
