#include "widgets/timeline/notes.h"

namespace lanescope::timeline {

void Notes::choose(std::optional<std::size_t> index) {
    if (index && *index >= list().size()) index.reset();
    if (m_chosen == index) return;
    m_chosen = index;
    emit chosenChanged();
}

void Notes::afterEdit(std::optional<std::size_t> chosen) {
    m_chosen = chosen && *chosen < list().size() ? chosen : std::nullopt;
    emit changed();
    emit edited();
    emit chosenChanged();
}

bool Notes::add(Note note) {
    const auto index = m_book.add(std::move(note));
    if (!index) return false;
    afterEdit(index);
    return true;
}

bool Notes::replace(std::size_t index, Note note) {
    note.text = lanescope::notes::cleanText(note.text);
    const Note wanted = note;
    if (!m_book.replace(index, std::move(note))) return false;
    afterEdit(m_book.where(wanted));
    return true;
}

void Notes::removeAt(std::size_t index) {
    if (m_book.remove(index)) afterEdit(std::nullopt);
}

void Notes::undo() {
    if (m_book.undo()) afterEdit(std::nullopt);
}

void Notes::redo() {
    if (m_book.redo()) afterEdit(std::nullopt);
}

void Notes::setAll(std::vector<Note> notes) {
    m_book.reset(std::move(notes));
    m_chosen.reset();
    emit changed();
    emit chosenChanged();
}

std::optional<std::size_t> Notes::nearest(RankTime time, Ns reach) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < list().size(); ++i) {
        const RankTime begin = list()[i].begin;
        const Ns away = begin > time ? begin - time : time - begin;
        if (away > reach) continue;
        reach = away;
        best = i;
    }
    return best;
}

} // namespace lanescope::timeline
