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

// A note goes to the time (and to the row or slice) where it is let go; a box is made over the rows it was drawn over.
void TimelineWidget::finishNoteDrag(Drag drag, const QPointF& pos) {
    const RankTime time = timeAt(pos);
    if (drag == Drag::MoveNote) {
        if (m_draggedNote >= m_shared.notes.list().size() || std::abs(pos.x() - m_pressed.x()) < 4) return;
        Note note = m_shared.notes.list()[m_draggedNote];
        const Ns length = note.end - note.begin;
        note.begin += time - m_pressedTime;
        note.end = note.begin + length;
        if (note.kind == notes::Kind::Callout) { // of another slice now, or of a moment
            const auto hit = hitAt(pos);
            note.from = {};
            note.kind = notes::Kind::Flag;
            note.end = note.begin;
            if (hit && hit->slice) {
                const TraceStore& store = m_shared.document.store();
                note.from = notes::anchorOf(store, m_shared.document.tree(), *hit->slice);
                note.kind = notes::Kind::Callout;
                note.begin = store.start(*hit->slice);
                note.end = store.end(*hit->slice);
            }
        }
        m_shared.notes.replace(m_draggedNote, note);
        return;
    }
    const auto first = hitAt(m_pressed), last = hitAt(pos);
    if (!first || !last || !first->row || !last->row) return;
    Note box;
    box.kind = notes::Kind::Box;
    box.begin = std::min(time, m_pressedTime);
    box.end = std::max(time, m_pressedTime);
    const RowTree& tree = m_shared.document.tree();
    const bool down = pos.y() >= m_pressed.y();
    box.from.row = tree.row(down ? *first->row : *last->row).key;
    box.to.row = tree.row(down ? *last->row : *first->row).key;
    emit noteBoxWanted(box);
}

} // namespace lanescope::timeline
