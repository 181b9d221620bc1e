// The notes of the open trace (core/notes) for widgets: what is listed, which one is chosen, undo and redo. They live
// beside the store; the window keeps them in their file. GUI thread.
#pragma once

#include "core/notes/note_book.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace lanescope::timeline {

using Note = lanescope::notes::Note;

class Notes final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMost = lanescope::notes::kMostNotes;
    explicit Notes(QObject* parent = nullptr) : QObject(parent) {}
    const std::vector<Note>& list() const { return m_book.list(); } // in order of time; numbered from 1
    std::optional<std::size_t> chosen() const { return m_chosen; }
    void choose(std::optional<std::size_t> index);

    // False: there are kMost already. The new one is chosen.
    bool add(Note note);
    bool replace(std::size_t index, Note note);
    void removeAt(std::size_t index);
    void setAll(std::vector<Note> notes); // another trace; what is too much is left out; nothing to undo
    bool canUndo() const { return m_book.canUndo(); }
    bool canRedo() const { return m_book.canRedo(); }
    void undo();
    void redo();
    // The note whose beginning is nearest to the moment, within `reach`.
    std::optional<std::size_t> nearest(RankTime time, Ns reach) const;

signals:
    void changed();
    void edited(); // by the user: to be kept
    void chosenChanged();

private:
    void afterEdit(std::optional<std::size_t> chosen);
    lanescope::notes::NoteBook m_book;
    std::optional<std::size_t> m_chosen;
};

} // namespace lanescope::timeline
