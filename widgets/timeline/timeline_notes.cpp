// Notes on the timeline: drawn over the frame, moved and made by dragging.
#include "widgets/timeline/timeline_widget.h"

#include <algorithm>

namespace lanescope::timeline {

void TimelineWidget::addNotes(scene::Scene& out) {
    m_noteHits.clear();
    if (m_shared.notes.list().empty() || !m_shared.document.isOpen()) return;
    if (std::exchange(m_notesDirty, false))
        m_noteSources = scene::noteSources(m_shared.document.store(), m_shared.document.tree(), m_shared.notes.list());
    m_noteHits = scene::buildNoteOverlay(currentData(), currentView(), m_noteSources, m_shared.notes.chosen(),
                                         m_shared.look.fonts(), out);
}

std::optional<std::size_t> TimelineWidget::noteAt(const QPointF& pos) const {
    for (const scene::NoteHit& hit : m_noteHits)
        if (QRectF(hit.rect.x, hit.rect.y, hit.rect.w, hit.rect.h).contains(pos)) return hit.index;
    return std::nullopt;
}

namespace {

// What lies at a place: a slice and its times, else a moment of a row.
struct Place {
    notes::Anchor anchor;
    RankTime begin{}, end{};
    bool isSlice = false;
};

Place placeAt(const TraceStore& store, const RowTree& tree, const std::optional<scene::Hit>& hit, RankTime time) {
    if (hit && hit->slice)
        return {notes::anchorOf(store, tree, *hit->slice), store.start(*hit->slice), store.end(*hit->slice), true};
    Place out{{}, time, time, false};
    if (hit && hit->row) out.anchor.row = tree.row(*hit->row).key;
    return out;
}

} // namespace

// A note goes to the time where it is let go; a call-out, words and the tail of an arrow also to what lies there.
void TimelineWidget::finishNoteMove(const QPointF& pos) {
    const bool isClick = std::abs(pos.x() - m_pressed.x()) < 4 && std::abs(pos.y() - m_pressed.y()) < 4;
    if (m_draggedNote >= m_shared.notes.list().size() || isClick) return;
    const TraceStore& store = m_shared.document.store();
    Note note = m_shared.notes.list()[m_draggedNote];
    const Ns length = note.end - note.begin, by = timeAt(pos) - m_pressedTime;
    const bool onRows = pos.y() > scene::kRulerHeight;
    const Place place = placeAt(store, m_shared.document.tree(), onRows ? hitAt(pos) : std::nullopt, timeAt(pos));
    switch (note.kind) {
    case notes::Kind::Callout: // of another slice now, or of a moment
        note.from = place.isSlice ? place.anchor : notes::Anchor{};
        note.kind = place.isSlice ? notes::Kind::Callout : notes::Kind::Flag;
        note.begin = place.isSlice ? place.begin : note.begin + by;
        note.end = place.isSlice ? place.end : note.begin;
        break;
    case notes::Kind::Arrow:
        if (onRows) {
            note.from = place.anchor;
            note.begin = place.begin;
        }
        break;
    case notes::Kind::Text:
        if (onRows) note.from = notes::Anchor{place.anchor.row, {}, {}};
        [[fallthrough]];
    default:
        note.begin += by;
        note.end = note.begin + length;
        break;
    }
    m_shared.notes.replace(m_draggedNote, note);
}

// With Ctrl+Shift a box over the rows, with Ctrl+Alt an arrow, with all three words on the row.
std::optional<Note> TimelineWidget::draggedNote(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    const bool shift = modifiers.testFlag(Qt::ShiftModifier), alt = modifiers.testFlag(Qt::AltModifier);
    const auto first = hitAt(m_pressed), last = hitAt(pos);
    if ((!shift && !alt) || !first || !last || !first->row || !last->row) return std::nullopt;
    const TraceStore& store = m_shared.document.store();
    const RowTree& tree = m_shared.document.tree();
    const RankTime time = timeAt(pos);
    Note out;
    if (alt && !shift) {
        const Place from = placeAt(store, tree, first, m_pressedTime), to = placeAt(store, tree, last, time);
        out.kind = notes::Kind::Arrow;
        out.begin = from.begin;
        out.end = to.begin;
        out.from = from.anchor;
        out.to = to.anchor;
        return out;
    }
    out.begin = std::min(time, m_pressedTime);
    out.end = std::max(time, m_pressedTime);
    out.kind = alt ? notes::Kind::Text : notes::Kind::Box;
    const bool down = pos.y() >= m_pressed.y();
    out.from.row = tree.row(down || alt ? *first->row : *last->row).key;
    if (!alt) out.to.row = tree.row(down ? *last->row : *first->row).key;
    return out;
}

} // namespace lanescope::timeline
