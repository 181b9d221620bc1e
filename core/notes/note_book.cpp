#include "core/notes/note_book.h"

#include <algorithm>

namespace lanescope::notes {
namespace {

bool isEarlier(const Note& a, const Note& b) { return a.first() < b.first(); }

} // namespace

std::size_t NoteBook::insert(Note note) {
    note.text = cleanText(note.text);
    const auto at = std::upper_bound(m_list.begin(), m_list.end(), note, isEarlier);
    const auto index = static_cast<std::size_t>(at - m_list.begin());
    m_list.insert(at, std::move(note));
    return index;
}

void NoteBook::remember() {
    if (m_undo.size() == kMostUndo) m_undo.erase(m_undo.begin());
    m_undo.push_back(m_list);
    m_redo.clear();
}

std::optional<std::size_t> NoteBook::add(Note note) {
    if (m_list.size() >= kMostNotes) return std::nullopt;
    remember();
    return insert(std::move(note));
}

bool NoteBook::replace(std::size_t index, Note note) {
    note.text = cleanText(note.text);
    if (index >= m_list.size() || m_list[index] == note) return false;
    remember();
    m_list.erase(m_list.begin() + static_cast<std::ptrdiff_t>(index));
    insert(std::move(note));
    return true;
}

bool NoteBook::remove(std::size_t index) {
    if (index >= m_list.size()) return false;
    remember();
    m_list.erase(m_list.begin() + static_cast<std::ptrdiff_t>(index));
    return true;
}

void NoteBook::reset(std::vector<Note> notes) {
    m_undo.clear();
    m_redo.clear();
    if (notes.size() > kMostNotes) notes.resize(kMostNotes);
    for (Note& note : notes) note.text = cleanText(note.text);
    std::stable_sort(notes.begin(), notes.end(), isEarlier);
    m_list = std::move(notes);
}

std::optional<std::size_t> NoteBook::where(const Note& note) const {
    const auto it = std::find(m_list.begin(), m_list.end(), note);
    if (it == m_list.end()) return std::nullopt;
    return static_cast<std::size_t>(it - m_list.begin());
}

bool NoteBook::undo() {
    if (m_undo.empty()) return false;
    m_redo.push_back(std::move(m_list));
    m_list = std::move(m_undo.back());
    m_undo.pop_back();
    return true;
}

bool NoteBook::redo() {
    if (m_redo.empty()) return false;
    m_undo.push_back(std::move(m_list));
    m_list = std::move(m_redo.back());
    m_redo.pop_back();
    return true;
}

} // namespace lanescope::notes
