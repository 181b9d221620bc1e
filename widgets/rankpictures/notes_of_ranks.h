// Notes of several ranks: each in its own trace's document, beside the trace or inside a session. Reading files is for
// a worker; the rest for the thread of the document.
#pragma once

#include "core/base/result.h"
#include "core/session_file/session_file.h"
#include "widgets/ranks/ranks_document.h"
#include "widgets/scene/rank_notes.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::rankpictures {

struct NotesOfRank {
    std::size_t record = 0;
    std::vector<notes::Note> list; // on the rank's own clock
};
using RankNotes = std::vector<NotesOfRank>;

// For the ranks whose timelines are open: those beside each trace, where there are none those of the session; or those
// of the session alone. Where one file holds several ranks a note belongs to the rank that has its row. Errors are
// told; the notes of the others stay.
enum class NotesFrom : std::uint8_t { BesideTraces, Session };
RankNotes notesOf(const ranksview::RanksDocument& document, const session::Session& session, NotesFrom from,
                  const std::function<void(const Error&)>& said);

// For a session that is saved: the notes beside its traces into it; a trace without keeps what the session says. Of
// very many notes those that do not fit into a session stay out, which is told.
void takeNotesBeside(session::Session& session, const std::function<void(const Error&)>& said);

// In order of the ruler, with the slices they are about; ranks that are not shown are left out.
std::vector<scene::RankNote> placedNotes(const RankNotes& notes, const ranksview::RanksDocument& document);

// "note 3, rank 2: look here": what a picture says about notes that are not drawn.
std::string noteName(const scene::RankNote& note, std::size_t index, const std::string& rank);

} // namespace lanescope::rankpictures
