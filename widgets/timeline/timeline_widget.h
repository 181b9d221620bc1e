// The timeline: ruler, headers, rows. Frames come from the scene builder; the pointer, the selection and its arrows lie
// over a kept picture of the frame, so that moving the mouse costs nothing. What can be done here by mouse is done
// here; keys arrive as actions of the window, except those that act while they are held. GUI thread.
#pragma once

#include "widgets/scene/link_chain.h"
#include "widgets/scene/note_marks.h"
#include "widgets/scene/overlay.h"
#include "widgets/scene/row_order.h"
#include "widgets/scene/timeline_view.h"
#include "widgets/timeline/document.h"
#include "widgets/timeline/look.h"
#include "widgets/timeline/notes.h"
#include "widgets/timeline/selection.h"
#include "widgets/timeline/view_state.h"

#include <QElapsedTimer>
#include <QImage>
#include <QKeySequence>
#include <QScrollBar>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>

namespace lanescope::timeline {

struct Shared { // what the widgets of one window look at together; must outlive them
    Look& look;
    Document& document;
    ViewState& view;
    Selection& selection;
    Notes& notes;
};

class TimelineWidget final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineWidget(const Shared& shared, QWidget* parent = nullptr);

    const scene::RowLayout& layout() const { return m_layout; }
    const scene::RowState& rowState() const { return m_rowState; }
    void setRowState(const scene::RowState& state);
    enum class Pins : std::uint8_t { Default, Chosen }; // Default: the bands of the first device
    Pins pins() const { return m_pinsChosen ? Pins::Chosen : Pins::Default; }
    void restoreRows(const scene::RowState& state, Pins pins);
    void setColourBy(scene::ColourBy by);
    scene::ColourBy colourBy() const { return m_colourBy; }
    // Sorted; null = no search. They are shared, not copied: there may be millions.
    void setHits(std::shared_ptr<const std::vector<SliceId>> hits, std::optional<SliceId> current);

    // The row that acts on "the row under the pointer" are about.
    std::optional<std::uint32_t> rowMeant() { return rowUnderPointer(); }
    // What is done to "the row under the pointer" is done to this one while it is set: chosen by keys in the headers.
    void setKeyRow(std::optional<std::uint32_t> row) { m_keyRow = row; }
    void toggleRowUnderPointer();
    enum class Fold : std::uint8_t { Close, Open };
    void foldAll(Fold fold);
    void hideRowUnderPointer();
    void showAllRows();
    void pinRowUnderPointer();
    void togglePin(std::uint32_t row);
    void moveRowUnderPointer(scene::Move move); // past its neighbour; a thread takes its runtime calls with it
    void resizeRowUnderPointer(double factor);
    void setRowHeight(std::uint32_t row, double factor); // of the usual height
    void setRowFilter(const std::string& text);          // scene/row_filter.h
    void resetRows();                                    // as a new window has them
    void revealRow(std::uint32_t row);                   // unhidden, unfolded, scrolled into view
    void scrollRows(double px);
    double scrollY() const;
    // Room below the ruler for a lane that lies over this widget.
    void setLaneHeight(double px);
    double laneHeight() const { return m_laneHeight; }
    double rowsTop() const; // of the scrolling rows, px of this widget
    void setScrollY(double px);
    // Scrolls and unfolds so that the slice's row can be seen; time is moved by the caller.
    void revealRow(SliceId slice);
    double pointerX() const; // px on the canvas; its middle when the pointer is elsewhere

    // Arrows of everything in view, when nothing is selected and they are few.
    enum class ViewArrows : std::uint8_t { Shown, Hidden };
    void setViewArrows(ViewArrows arrows);
    ViewArrows viewArrows() const { return m_viewArrows; }
    void setArrows(scene::LinkKind kind, ViewArrows arrows); // of one kind, wherever they are drawn
    ViewArrows arrows(scene::LinkKind kind) const;
    // A path over the timeline (the critical path): kept until another one, an empty one, or another trace.
    void setPath(std::vector<scene::PathPiece> path);
    const std::vector<scene::PathPiece>& path() const { return m_path; }
    // All slices of the row that are in view: of the row of the selection, else under the pointer. False: there is no
    // such row, or all of it is selected already.
    bool selectRowInView();
    // Of a larger selection only so many of those in view are outlined.
    static constexpr std::size_t kMostMarked = 5000;
    static constexpr std::size_t kMostSelected = kMostMarked; // for those who choose a few of many

    // Keys that act while they are held. By position: where W, A, S, D are on an English keyboard, whatever is on them.
    struct HeldKeys {
        enum class Meaning : std::uint8_t { ByPosition, BySign };
        struct Keys {
            QList<QKeySequence> keys;
            Meaning meaning = Meaning::ByPosition;
        };
        Keys in, left, out, right;
    };
    void setHeldKeys(HeldKeys keys);

    // Measuring between two points; snaps to the edges of slices within 6 px, Alt turns that off.
    void toggleMeasure();
    bool isMeasuring() const { return m_measure.has_value(); }
    void stopMeasure();
    std::optional<TimeRange> measured() const; // none when nothing is measured
    // Gap or overlap of two slices and the distances of their edges, where the second one is.
    void measurePair(SliceId first, SliceId second);
    std::string measureWords() const; // as the chip says it; empty when nothing is measured

    // For tests and for what is drawn at the same place by others.
    scene::TimelineView currentView() const;
    scene::TimelineData currentData();
    const scene::Scene& frameScene();
    scene::OverlayState overlayState();
    std::optional<QRectF> rectOf(SliceId slice);                 // px of this widget
    QImage picture(double scale);                                // as shown, without pointer
    std::optional<std::size_t> noteAt(const QPointF& pos) const; // whose disc or words lie there

signals:
    void sliceActivated(lanescope::SliceId slice); // double click
    void rowsChanged();
    void fittingWanted(lanescope::TimeRange range);
    void noteEditWanted(std::size_t index);         // double click on a note
    void noteBoxWanted(lanescope::notes::Note box); // a note made by dragging: without words yet
    void pairMeasured(const QString& words);
    void contextMenuWanted(std::optional<lanescope::scene::Hit> hit, QPoint globalPos);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag : std::uint8_t {
        None,
        Pressed,
        Range,
        RangeBegin,
        RangeEnd,
        Pan,
        RulerZoom,
        HeaderEdge,
        RowHeight,
        Box,
        MoveNote // a note is moved to another time
    };
    struct Measure {
        RankTime from{}, to{};
        double y = 0;
        bool fixed = false;
        std::string words; // of a pair; empty: the length
    };

    void onDocumentChanged();
    void pinFirstBands(); // of the first device, until the user has pinned something
    void relayout();
    void updateScrollBar();
    void frameChanged();
    void paintFrame();
    void buildOverlays(scene::Scene& out);
    void addMeasure(scene::Layer& layer);
    void addRulerDrag(scene::Layer& layer);
    void updateLinks();
    void addBoxDrag(scene::Layer& layer);
    void addNotes(scene::Scene& out);
    void finishNoteMove(const QPointF& pos);
    std::optional<Note> draggedNote(const QPointF& pos, Qt::KeyboardModifiers modifiers);
    std::vector<SliceId> slicesInBox(const QPointF& a, const QPointF& b);
    void addSlicesInView(std::uint32_t row, double fromX, double toX, std::size_t lane, std::vector<SliceId>& out);
    std::optional<std::uint32_t> rowEdgeAt(const QPointF& pos); // whose lower edge lies there
    void hoverAt(const QPointF& pos);
    void updateCursor(const QPointF& pos);
    void showToolTip();
    QString toolTipFor(const scene::Hit& hit);
    QString counterTip(std::uint32_t row, RankTime time);
    std::optional<scene::Hit> hitAt(const QPointF& pos);
    Drag dragAt(const QPointF& pos) const; // which edge lies there, else Pressed
    void startDrag(QMouseEvent* event);
    void startSizing(std::uint32_t row);
    void clickAt(const QPointF& pos, Qt::KeyboardModifiers modifiers);
    void pairAt(const QPointF& pos);
    void removeHidden(scene::LinkSet& set) const;
    void clickHeader(const scene::Hit& hit);
    void toggleFold(std::uint32_t row);
    bool isFoldedAway(std::uint32_t row) const; // its group is shown, and closed
    RankTime timeAt(const QPointF& pos) const;
    RankTime snapped(const QPointF& pos);
    std::optional<std::uint32_t> rowUnderPointer();
    int heldKey(QKeyEvent* event) const; // Qt::Key_W, A, S or D for what it means; 0: none of them
    const std::vector<SliceId>& marked();
    void moveByKeys();

    Shared m_shared;
    scene::RowState m_rowState;
    bool m_pinsChosen = false;
    ViewArrows m_viewArrows = ViewArrows::Shown;
    double m_laneHeight = 0;
    std::uint32_t m_sizedRow = 0; // whose height is dragged
    double m_sizedFrom = 1, m_sizedHeight = 1;
    scene::RowLayout m_layout;
    scene::ColourBy m_colourBy = scene::ColourBy::Kind;
    std::set<scene::LinkKind> m_hiddenArrows;
    std::shared_ptr<const std::vector<SliceId>> m_hits;
    std::optional<SliceId> m_currentHit;
    scene::LinkSet m_links, m_viewLinks; // of the selection, of all in view
    bool m_viewLinksDirty = true;
    std::vector<SliceId> m_related;
    std::vector<SliceId> m_marked;
    bool m_markedDirty = true;
    scene::Scene m_frame, m_overlay;
    bool m_frameDirty = true;
    scene::PieceCache m_kept;
    std::vector<scene::PathPiece> m_path;
    std::vector<scene::NoteSource> m_noteSources; // with the slices they are attached to
    bool m_notesDirty = true;
    std::vector<scene::NoteHit> m_noteHits; // of the last frame
    std::size_t m_draggedNote = 0;
    Qt::KeyboardModifiers m_dragKeys; // of the drag that goes on
    QImage m_picture;
    QScrollBar m_scroll;
    std::optional<QPointF> m_pointer;
    std::optional<std::uint32_t> m_keyRow;
    std::optional<std::uint32_t> m_menuRow; // that a context menu is about, until the mouse moves again
    std::optional<SliceId> m_hover;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_lastPos;
    RankTime m_pressedTime{};
    std::optional<Measure> m_measure;
    QTimer m_tipTimer, m_keyTimer;
    QElapsedTimer m_keyClock;
    HeldKeys m_heldKeys;
    std::set<int> m_held; // of W A S D
    double m_heldMs = 0;
};

} // namespace lanescope::timeline
