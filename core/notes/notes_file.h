// Where the notes of a trace are kept: TRACE.lanescope-notes.json beside it, or, where the folder takes no files, in
// the user's folder. Reading and writing is for a worker thread; a file is replaced whole or not at all.
#pragma once

#include "core/notes/notes_text.h"

#include <filesystem>

namespace lanescope::notes {

struct NotesPlaces {
    std::filesystem::path beside;
    std::filesystem::path user; // empty: there is no user's folder
};
// `userFolder`: LANESCOPE_NOTES_DIR, else XDG_DATA_HOME/lanescope/notes, else ~/.local/share/lanescope/notes.
std::filesystem::path userNotesFolder();
NotesPlaces placesFor(const std::filesystem::path& trace, const std::string& member,
                      const std::filesystem::path& userFolder);

struct LoadedNotes {
    NotesDocument document;
    std::filesystem::path path; // where they were; empty: there are none yet
    std::string text;           // of that file, to see later whether somebody else changed it
};
// The file changed last, where both exist. Errors: as parseNotes, NotReadable.
Result<LoadedNotes> loadNotes(const NotesPlaces& places, const TraceClock& clock);

struct SavedNotes {
    std::filesystem::path path;
    std::string text;
    std::filesystem::path keptAside; // what stood there and was not what `before` says; else empty
};
// Beside the trace, else in the user's folder. A file of a newer version is never replaced (UnsupportedFormat); one
// that is not `before` (changed by somebody else, or damaged) is first renamed to NAME.1, .2 ... Without notes and
// without a file nothing is written. Errors: NotWritable; what was saved before is then still there.
Result<SavedNotes> saveNotes(const NotesPlaces& places, const NotesDocument& document, const TraceIdentity& trace,
                             const TraceClock& clock, const LoadedNotes& before);

} // namespace lanescope::notes
