// The mouse on the timeline: select, range, pan, zoom, headers.
#include "widgets/timeline/timeline_widget.h"

#include <QMouseEvent>
#include <QNativeGestureEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

namespace {
constexpr double kDragPx = 4;     // less is a click
constexpr double kEdgeGrabPx = 4; // edges of the range
constexpr double kHeaderGrabPx = 3;
constexpr double kWheelNotch = 120; // eighths of a degree
constexpr double kZoomPerNotch = 1.25;
constexpr double kScrollPerNotch = 60;
} // namespace

RankTime TimelineWidget::timeAt(const QPointF& pos) const {
    return m_shared.view.scale().timeAt(pos.x() - m_shared.view.headerWidth());
}

std::optional<scene::Hit> TimelineWidget::hitAt(const QPointF& pos) {
    if (!m_shared.document.isOpen()) return std::nullopt;
    return scene::hitTest(currentData(), currentView(), pos.x(), pos.y());
}

double TimelineWidget::pointerX() const {
    const double canvas = width() - m_shared.view.headerWidth();
    if (!m_pointer || m_pointer->x() < m_shared.view.headerWidth()) return canvas / 2;
    return m_pointer->x() - m_shared.view.headerWidth();
}

TimelineWidget::Drag TimelineWidget::dragAt(const QPointF& pos) const {
    const double header = m_shared.view.headerWidth();
    if (std::abs(pos.x() - header) <= kHeaderGrabPx) return Drag::HeaderEdge;
    if (pos.x() < header) return Drag::Pressed;
    if (const auto range = m_shared.selection.range()) {
        const double x = pos.x() - header;
        if (std::abs(x - m_shared.view.scale().x(range->begin)) <= kEdgeGrabPx) return Drag::RangeBegin;
        if (std::abs(x - m_shared.view.scale().x(range->end)) <= kEdgeGrabPx) return Drag::RangeEnd;
    }
    return Drag::Pressed;
}

void TimelineWidget::updateCursor(const QPointF& pos) {
    const Drag drag = m_drag == Drag::None ? dragAt(pos) : m_drag;
    const bool edge = drag == Drag::HeaderEdge || drag == Drag::RangeBegin || drag == Drag::RangeEnd;
    const bool low = drag == Drag::RowHeight || (m_drag == Drag::None && rowEdgeAt(pos));
    setCursor(drag == Drag::Pan ? Qt::ClosedHandCursor
              : edge            ? Qt::SplitHCursor
              : low             ? Qt::SplitVCursor
                                : Qt::ArrowCursor);
}

void TimelineWidget::mousePressEvent(QMouseEvent* event) {
    m_menuRow.reset();
    if (!m_shared.document.isOpen()) return;
    setFocus(Qt::MouseFocusReason);
    startDrag(event);
    updateCursor(event->position());
}

void TimelineWidget::startDrag(QMouseEvent* event) {
    m_pressed = m_lastPos = event->position();
    m_pressedTime = timeAt(m_pressed);
    m_tipTimer.stop();
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const auto note = noteAt(m_pressed);
    if (event->button() == Qt::LeftButton && note && !shift && !control) {
        m_drag = Drag::MoveNote;
        m_draggedNote = *note;
        m_shared.notes.choose(note);
    } else if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && shift && !control)) {
        m_drag = Drag::Pan;
    } else if (event->button() == Qt::LeftButton) {
        m_drag = dragAt(m_pressed);
        if (m_drag == Drag::Pressed)
            if (const auto row = rowEdgeAt(m_pressed)) startSizing(*row);
    }
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    m_pointer = pos;
    m_dragKeys = event->modifiers();
    m_menuRow.reset();
    if (m_drag == Drag::Pressed && std::abs(pos.x() - m_pressed.x()) >= kDragPx &&
        m_pressed.x() >= m_shared.view.headerWidth())
        m_drag = m_pressed.y() < scene::kRulerHeight                ? Drag::RulerZoom
                 : event->modifiers().testFlag(Qt::ControlModifier) ? Drag::Box
                                                                    : Drag::Range;
    // The edges of a range find those of slices, as measuring does, unless Alt is held.
    const bool ranging = m_drag == Drag::Range || m_drag == Drag::RangeBegin || m_drag == Drag::RangeEnd;
    const bool snaps = ranging && !event->modifiers().testFlag(Qt::AltModifier);
    if (snaps && m_drag == Drag::Range && m_lastPos == m_pressed) m_pressedTime = snapped(m_pressed); // its first move
    const auto range = m_shared.selection.range();
    const RankTime t = snaps ? snapped(pos) : timeAt(pos);
    switch (m_drag) {
    case Drag::Pan:
        m_shared.view.panBy(m_lastPos.x() - pos.x());
        scrollRows(m_lastPos.y() - pos.y());
        break;
    case Drag::Range:
        m_shared.selection.setRange(TimeRange{std::min(t, m_pressedTime), std::max(t, m_pressedTime)});
        break;
    case Drag::RangeBegin:
        if (range) m_shared.selection.setRange(TimeRange{std::min(t, range->end), range->end});
        break;
    case Drag::RangeEnd:
        if (range) m_shared.selection.setRange(TimeRange{range->begin, std::max(t, range->begin)});
        break;
    case Drag::HeaderEdge:
        m_shared.view.setHeaderWidth(pos.x());
        break;
    case Drag::RowHeight:
        setRowHeight(m_sizedRow, m_sizedFrom * (m_sizedHeight + pos.y() - m_pressed.y()) / m_sizedHeight);
        break;
    default:
        break;
    }
    m_lastPos = pos;
    hoverAt(pos);
    updateCursor(pos);
}

void TimelineWidget::startSizing(std::uint32_t row) {
    const auto placed = std::find_if(m_layout.pinned.begin(), m_layout.pinned.end(),
                                     [&](const scene::PlacedRow& p) { return p.row == row; });
    const scene::PlacedRow* at = placed != m_layout.pinned.end() ? &*placed : m_layout.find(row);
    if (!at) return;
    const auto factor = m_rowState.heightFactor.find(m_shared.document.tree().row(row).key);
    m_sizedRow = row;
    m_sizedFrom = factor == m_rowState.heightFactor.end() ? 1.0 : factor->second;
    m_sizedHeight = at->height;
    m_drag = Drag::RowHeight;
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (!m_shared.document.isOpen()) return;
    const QPointF pos = event->position();
    if (drag == Drag::Pressed) clickAt(m_pressed, event->modifiers());
    const bool still = std::abs(pos.x() - m_pressed.x()) + std::abs(pos.y() - m_pressed.y()) < kDragPx;
    if (drag == Drag::Pan && event->button() == Qt::LeftButton && still) pairAt(m_pressed); // Shift+click
    if (drag == Drag::MoveNote) finishNoteMove(pos);
    const bool box = drag == Drag::Box;
    if (const auto note = box ? draggedNote(pos, event->modifiers()) : std::nullopt) {
        emit noteBoxWanted(*note);
    } else if (box) {
        std::vector<SliceId> inside = slicesInBox(m_pressed, pos);
        if (!inside.empty()) m_shared.selection.setSlices(std::move(inside));
    }
    if (drag == Drag::RulerZoom) {
        const RankTime t = timeAt(pos);
        const TimeRange chosen{std::min(t, m_pressedTime), std::max(t, m_pressedTime)};
        if (!chosen.empty()) m_shared.view.show(chosen);
    }
    updateCursor(pos);
    update();
}

void TimelineWidget::clickAt(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    if (m_measure && !m_measure->fixed) {
        m_measure->fixed = true;
        return;
    }
    const auto hit = hitAt(pos);
    if (!hit) return;
    if (hit->zone == scene::Zone::Header) return clickHeader(*hit);
    if (hit->zone != scene::Zone::Canvas) return;
    if (hit->slice) {
        if (modifiers.testFlag(Qt::ControlModifier)) return m_shared.selection.toggle(*hit->slice);
        return m_shared.selection.select(*hit->slice);
    }
    if (hit->folded) return m_shared.selection.select(hit->folded->longest);
    if (hit->gap) return m_shared.selection.setRange(hit->gap);
    m_shared.selection.clearSlices();
}

// From what is selected to what lies there.
void TimelineWidget::pairAt(const QPointF& pos) {
    const auto hit = hitAt(pos);
    if (!hit || !hit->slice) return;
    const auto from = m_shared.selection.current();
    if (!from || *from == *hit->slice) return m_shared.selection.select(*hit->slice);
    m_shared.selection.setSlices({*from, *hit->slice});
    measurePair(*from, *hit->slice);
}

void TimelineWidget::clickHeader(const scene::Hit& hit) {
    if (!hit.row) return;
    const bool group = m_shared.document.tree().row(*hit.row).kind == RowKind::Group;
    if (hit.chevron || group) toggleFold(*hit.row);
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_shared.document.isOpen()) return;
    if (const auto note = noteAt(event->position())) return emit noteEditWanted(*note);
    if (dragAt(event->position()) == Drag::HeaderEdge) return m_shared.view.setHeaderWidth(ViewState::kDefaultHeader);
    const auto hit = hitAt(event->position());
    if (!hit || hit->zone != scene::Zone::Canvas) return;
    if (hit->slice) {
        m_shared.selection.select(*hit->slice);
        emit sliceActivated(*hit->slice);
    } else if (hit->folded) {
        emit fittingWanted(hit->folded->range);
    }
}

void TimelineWidget::wheelEvent(QWheelEvent* event) {
    if (!m_shared.document.isOpen()) return;
    m_pointer = event->position();
    const bool fine = !event->pixelDelta().isNull() && event->source() != Qt::MouseEventNotSynthesized;
    const QPointF notches = QPointF(event->angleDelta()) / kWheelNotch;
    const auto modifiers = event->modifiers();
    if (modifiers.testFlag(Qt::ControlModifier)) {
        const double n = notches.y() != 0 ? notches.y() : notches.x();
        m_shared.view.zoomAt(pointerX(), std::pow(kZoomPerNotch, n));
    } else {
        const double across = modifiers.testFlag(Qt::ShiftModifier) && notches.x() == 0 ? notches.y() : notches.x();
        const double down = modifiers.testFlag(Qt::ShiftModifier) ? 0 : notches.y();
        if (across != 0) m_shared.view.panBy(-across * m_shared.view.canvasWidth() / 10);
        if (down != 0) scrollRows(fine ? -event->pixelDelta().y() : -down * kScrollPerNotch);
    }
    hoverAt(event->position());
    event->accept();
}

bool TimelineWidget::event(QEvent* event) {
    if (event->type() == QEvent::NativeGesture && m_shared.document.isOpen()) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_shared.view.zoomAt(gesture->position().x() - m_shared.view.headerWidth(), 1.0 + gesture->value());
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineWidget::leaveEvent(QEvent*) {
    m_pointer.reset();
    m_hover.reset();
    m_tipTimer.stop();
    m_shared.selection.setPointer(std::nullopt);
    update();
}

} // namespace lanescope::timeline
