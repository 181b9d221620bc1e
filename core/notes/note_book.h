// The notes of one trace, in order of time, with undo and redo. One thread.
#pragma once

#include "core/notes/note.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lanescope::notes {

class NoteBook {
public:
    static constexpr std::size_t kMostUndo = 200;
    const std::vector<Note>& list() const { return m_list; } // by first(); numbered from 1

    // The index it got; none: there are kMostNotes already. Texts are cleaned.
    std::optional<std::size_t> add(Note note);
    // False: no such note, or nothing changed. The index may be another one afterwards: where() tells.
    bool replace(std::size_t index, Note note);
    bool remove(std::size_t index);
    // Another trace: nothing to undo. What is too much is left out.
    void reset(std::vector<Note> notes);
    std::optional<std::size_t> where(const Note& note) const;

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    bool undo();
    bool redo();

private:
    void remember();
    std::size_t insert(Note note);
    std::vector<Note> m_list;
    std::vector<std::vector<Note>> m_undo, m_redo; // whole lists: notes are few and small
};

} // namespace lanescope::notes
