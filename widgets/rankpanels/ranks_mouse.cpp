// Mouse, keys and tooltips on the timelines of several ranks.
#include "core/export/quantity.h"
#include "widgets/rankpanels/ranks_timeline.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::rankpanels {

using ranksview::ChosenSlice;
using ranksview::RanksDocument;

namespace {
constexpr double kDragPx = 4, kHeaderGrabPx = 3;
constexpr double kWheelNotch = 120, kZoomPerNotch = 1.25, kScrollPerNotch = 60;
constexpr double kAccelerateMs = 1000, kSlow = 0.8, kFast = 3, kTapMs = 60, kZoomPerView = 4;

QString q(const std::string& s) { return QString::fromStdString(s); }
} // namespace

RankTime RanksTimeline::timeAt(const QPointF& pos) const {
    return m_view.scale().timeAt(pos.x() - m_view.headerWidth());
}

std::optional<scene::RanksHit> RanksTimeline::hitAt(const QPointF& pos) {
    if (!m_document.isOpen()) return std::nullopt;
    return scene::hitRanks(sceneData(), m_layout, currentView(), pos.x(), pos.y());
}

std::optional<std::uint32_t> RanksTimeline::clockRowAt(const QPointF& pos) {
    if (pos.x() < m_view.headerWidth()) return std::nullopt;
    const auto hit = hitAt(pos);
    if (!hit || !hit->row || m_layout.rows[*hit->row].what != scene::RanksRow::What::RankGroup) return std::nullopt;
    return hit->rank;
}

void RanksTimeline::updateCursor(const QPointF& pos) {
    const bool edge = m_drag == Drag::HeaderEdge ||
                      (m_drag == Drag::None && std::abs(pos.x() - m_view.headerWidth()) <= kHeaderGrabPx);
    const bool clock = m_drag == Drag::Clock || (m_drag == Drag::None && !edge && clockRowAt(pos));
    setCursor(m_drag == Drag::Pan ? Qt::ClosedHandCursor
              : edge              ? Qt::SplitHCursor
              : clock             ? Qt::SizeHorCursor
                                  : Qt::ArrowCursor);
}

void RanksTimeline::mousePressEvent(QMouseEvent* event) {
    if (!m_document.isOpen()) return;
    setFocus(Qt::MouseFocusReason);
    m_pressed = m_lastPos = event->position();
    m_pressedTime = timeAt(m_pressed);
    m_tipTimer.stop();
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && shift))
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = std::abs(m_pressed.x() - m_view.headerWidth()) <= kHeaderGrabPx ? Drag::HeaderEdge : Drag::Pressed;
    updateCursor(m_pressed);
}

void RanksTimeline::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    m_pointer = pos;
    emit pointerAt(pos.x());
    if (m_drag == Drag::Pressed && std::abs(pos.x() - m_pressed.x()) >= kDragPx &&
        m_pressed.x() >= m_view.headerWidth()) {
        if (const auto rank = clockRowAt(m_pressed)) {
            m_drag = Drag::Clock;
            m_movedRank = *rank;
            m_movedNs = 0;
            m_lastPos = m_pressed;
        } else {
            m_drag = m_pressed.y() < scene::kRulerHeight ? Drag::RulerZoom : Drag::Range;
        }
    }
    const RankTime t = timeAt(pos);
    if (m_drag == Drag::Pan) {
        m_view.panBy(m_lastPos.x() - pos.x());
        scrollRows(m_lastPos.y() - pos.y());
    } else if (m_drag == Drag::Range || m_drag == Drag::RulerZoom) {
        setRange(TimeRange{std::min(t, m_pressedTime), std::max(t, m_pressedTime)});
    } else if (m_drag == Drag::HeaderEdge) {
        m_view.setHeaderWidth(pos.x());
    } else if (m_drag == Drag::Clock) {
        dragClock(pos);
    }
    m_lastPos = pos;
    const auto hit = hitAt(pos);
    m_hover.reset();
    if (hit && hit->rank && hit->inside.slice) m_hover = scene::RankSlice{*hit->rank, *hit->inside.slice};
    const bool onTime = hit && pos.x() >= m_view.headerWidth();
    emit pointerMoved(onTime ? std::optional(hit->time) : std::nullopt);
    QToolTip::hideText();
    m_tipTimer.start();
    updateCursor(pos);
    update();
}

// What is under the hand stays under it: dragged right, the rank's events come later, so its clock was ahead by less.
void RanksTimeline::dragClock(const QPointF& pos) {
    const std::int64_t wanted = -m_view.scale().length(pos.x() - m_pressed.x()).count();
    const std::int64_t by = wanted - m_movedNs;
    if (by == 0) return;
    const auto shift = m_movedNs == 0 ? RanksDocument::Shift::New : RanksDocument::Shift::Continued;
    m_movedNs = wanted;
    m_document.shiftRank(m_records[m_movedRank], by, shift);
}

void RanksTimeline::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (!m_document.isOpen()) return;
    if (drag == Drag::Pressed) clickAt(m_pressed);
    if (drag == Drag::RulerZoom) {
        const auto chosen = m_range;
        setRange(std::nullopt);
        if (chosen && !chosen->empty()) m_view.show(*chosen);
    }
    updateCursor(event->position());
    update();
}

void RanksTimeline::clickAt(const QPointF& pos) {
    const auto hit = hitAt(pos);
    if (!hit) return;
    if (hit->zone == scene::Zone::Header) {
        if (hit->row && hit->inside.chevron) toggleFold(m_layout.rows[*hit->row].name);
        return;
    }
    if (hit->zone != scene::Zone::Canvas) return;
    if (hit->rank && (hit->inside.slice || hit->inside.folded)) {
        const SliceId slice = hit->inside.slice ? *hit->inside.slice : hit->inside.folded->longest;
        return m_document.choose(ChosenSlice{m_records[*hit->rank], slice});
    }
    if (hit->rank && hit->inside.gap) {
        const auto& clock = m_document.set().alignment.ranks[m_records[*hit->rank]];
        return setRange(TimeRange{ranksview::onRuler(clock.toCommon(count(hit->inside.gap->begin))),
                                  ranksview::onRuler(clock.toCommon(count(hit->inside.gap->end)))});
    }
    m_document.choose(std::nullopt);
    setRange(std::nullopt);
}

void RanksTimeline::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_document.isOpen()) return;
    if (std::abs(event->position().x() - m_view.headerWidth()) <= kHeaderGrabPx)
        return m_view.setHeaderWidth(timeline::ViewState::kDefaultHeader);
    const auto hit = hitAt(event->position());
    if (!hit || !hit->rank) return;
    const std::size_t record = m_records[*hit->rank];
    if (hit->zone == scene::Zone::Header && !hit->inside.chevron) return emit rankActivated(record);
    if (hit->inside.slice) emit sliceActivated({record, *hit->inside.slice});
}

void RanksTimeline::wheelEvent(QWheelEvent* event) {
    if (!m_document.isOpen()) return;
    m_pointer = event->position();
    const bool fine = !event->pixelDelta().isNull() && event->source() != Qt::MouseEventNotSynthesized;
    const QPointF notches = QPointF(event->angleDelta()) / kWheelNotch;
    const auto modifiers = event->modifiers();
    if (modifiers.testFlag(Qt::ControlModifier)) {
        const double n = notches.y() != 0 ? notches.y() : notches.x();
        m_view.zoomAt(pointerX(), std::pow(kZoomPerNotch, n));
    } else {
        const double across = modifiers.testFlag(Qt::ShiftModifier) && notches.x() == 0 ? notches.y() : notches.x();
        const double down = modifiers.testFlag(Qt::ShiftModifier) ? 0 : notches.y();
        if (across != 0) m_view.panBy(-across * m_view.canvasWidth() / 10);
        if (down != 0) scrollRows(fine ? -event->pixelDelta().y() : -down * kScrollPerNotch);
    }
    event->accept();
}

void RanksTimeline::leaveEvent(QEvent*) {
    m_pointer.reset();
    m_hover.reset();
    m_tipTimer.stop();
    emit pointerMoved(std::nullopt);
    emit pointerAt(std::nullopt);
    update();
}

void RanksTimeline::showToolTip() {
    if (!m_pointer || m_drag != Drag::None) return;
    const auto hit = hitAt(*m_pointer);
    if (!hit) return;
    const QString text = toolTipFor(*hit);
    if (!text.isEmpty()) QToolTip::showText(mapToGlobal(m_pointer->toPoint()) + QPoint(12, 12), text, this);
}

QString RanksTimeline::sliceTip(std::size_t record, SliceId slice) const {
    const ranksview::RankTrace* trace = m_document.trace(record);
    if (!trace) return {};
    const TraceStore& store = *trace->trace.store;
    const std::string_view name = store.name(slice);
    QString out = "<b>" +
                  QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).left(400).toHtmlEscaped() +
                  "</b><br>" + q(m_document.label(record)).toHtmlEscaped() + QStringLiteral(" \u00b7 ") +
                  q(formatDuration(store.duration(slice).count()));
    const auto collective = m_document.collectiveOf({record, slice});
    if (!collective) return out;
    const MeasuredCollective& m = m_document.measured()[*collective];
    const align::MatchedCollective& c = m_document.matched(*collective);
    for (std::size_t i = 0; i < c.parts.size(); ++i)
        if (c.parts[i].record == record)
            out += tr("<br>waits %1, transfer %2")
                       .arg(q(formatDuration(m.times.waitNs[i])),
                            q(formatDuration(store.duration(slice).count() - m.times.waitNs[i])));
    return out + tr("<br>last: %1").arg(q(m_document.label(c.parts[m.times.lastPart].record)).toHtmlEscaped());
}

QString RanksTimeline::toolTipFor(const scene::RanksHit& hit) const {
    if (!hit.rank || !hit.row) return {};
    const std::size_t record = m_records[*hit.rank];
    if (m_layout.rows[*hit.row].what == scene::RanksRow::What::RankGroup) {
        const align::RankClockFit& clock = m_document.set().alignment.ranks[record];
        return "<b>" + q(m_document.label(record)).toHtmlEscaped() + "</b><br>" +
               q(m_document.set().records[record].file).toHtmlEscaped() +
               tr("<br>clock ahead by %1, drift %2 ppm, residual %3, %4 samples")
                   .arg(q(formatOffset(clock.offsetNs)), q(formatNumber(clock.drift * 1e6)),
                        q(formatDuration(clock.residualNs)))
                   .arg(clock.samples) +
               tr("<br>drag sideways to shift its clock, double click to open it alone");
    }
    if (hit.inside.slice) return sliceTip(record, *hit.inside.slice);
    if (hit.inside.folded)
        return tr("%1 slices folded").arg(q(formatCount(static_cast<std::int64_t>(hit.inside.folded->count))));
    if (hit.inside.gap) return tr("idle %1").arg(q(formatDuration(hit.inside.gap->length().count())));
    return {};
}

const KeyAct* RanksTimeline::keyAct(QKeyEvent* event) const {
    constexpr auto kIgnored = Qt::KeypadModifier | Qt::GroupSwitchModifier;
    const QKeySequence pressed(
        QKeyCombination(event->modifiers() & ~Qt::KeyboardModifiers(kIgnored), static_cast<Qt::Key>(event->key())));
    for (const KeyAct& act : m_keys)
        if (act.keys.contains(pressed)) return &act;
    return nullptr;
}

void RanksTimeline::keyPressEvent(QKeyEvent* event) {
    const KeyAct* act = keyAct(event);
    if (!act || !m_document.isOpen()) return QWidget::keyPressEvent(event);
    if (act->across == 0 && act->in == 0) return act->act();
    if (event->isAutoRepeat()) return;
    if (m_held.empty()) {
        m_heldMs = 0;
        m_keyClock.start();
        m_keyTimer.start();
    }
    m_held.insert(static_cast<int>(act - m_keys.data()));
}

void RanksTimeline::keyReleaseEvent(QKeyEvent* event) {
    const KeyAct* act = keyAct(event);
    const int index = act ? static_cast<int>(act - m_keys.data()) : -1;
    if (!m_held.contains(index)) return QWidget::keyReleaseEvent(event);
    if (event->isAutoRepeat()) return;
    if (m_heldMs < kTapMs) { // a tap still moves by a visible step
        m_heldMs = 0;
        m_keyClock.invalidate();
        moveByKeys();
    }
    m_held.erase(index);
    if (m_held.empty()) m_keyTimer.stop();
}

void RanksTimeline::focusOutEvent(QFocusEvent* event) {
    m_held.clear();
    m_keyTimer.stop();
    QWidget::focusOutEvent(event);
}

void RanksTimeline::moveByKeys() {
    const double ms = m_keyClock.isValid() ? static_cast<double>(m_keyClock.restart()) : kTapMs;
    m_heldMs += ms;
    const double views = (kSlow + (kFast - kSlow) * std::min(1.0, m_heldMs / kAccelerateMs)) * ms / 1000;
    double across = 0, in = 0;
    for (const int index : m_held) {
        across += m_keys[static_cast<std::size_t>(index)].across;
        in += m_keys[static_cast<std::size_t>(index)].in;
    }
    if (across != 0) m_view.panBy(across * views * m_view.canvasWidth());
    if (in != 0) m_view.zoomAt(pointerX(), std::pow(kZoomPerView, in * views));
}

} // namespace lanescope::rankpanels
