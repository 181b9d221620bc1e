#include "widgets/timeline/notes.h"

#include <algorithm>

namespace lanescope::timeline {

bool Notes::add(Note note) {
    if (m_list.size() >= kMost) return false;
    note.text = note.text.left(kMostLetters);
    const auto at = std::upper_bound(m_list.begin(), m_list.end(), note,
                                     [](const Note& a, const Note& b) { return a.begin < b.begin; });
    m_list.insert(at, std::move(note));
    emit changed();
    return true;
}

void Notes::removeAt(std::size_t index) {
    if (index >= m_list.size()) return;
    m_list.erase(m_list.begin() + static_cast<std::ptrdiff_t>(index));
    emit changed();
}

void Notes::setAll(std::vector<Note> notes) {
    if (notes.size() > kMost) notes.resize(kMost);
    for (Note& note : notes) note.text = note.text.left(kMostLetters);
    std::stable_sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) { return a.begin < b.begin; });
    m_list = std::move(notes);
    emit changed();
}

std::optional<std::size_t> Notes::nearest(RankTime time, Ns reach) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_list.size(); ++i) {
        const Ns away = m_list[i].begin > time ? m_list[i].begin - time : time - m_list[i].begin;
        if (away > reach) continue;
        reach = away;
        best = i;
    }
    return best;
}

} // namespace lanescope::timeline
