// Notes as they lie over the timeline: numbered discs in the ruler or cards in a lane above it, leaders to their
// slices, brackets, frames and arrows; placed so that no card covers another or another one's leader. The window and
// pictures draw the same. Pure; any thread.
#pragma once

#include "core/notes/note.h"
#include "widgets/scene/timeline_view.h"

#include <vector>

namespace lanescope::scene {

struct NoteSource {
    notes::Note note;
    std::optional<SliceId> from, to; // what it is attached to, when that is in this trace
};
// Looks for the slices of each: some ms per note in large traces, so once per list and trace.
std::vector<NoteSource> noteSources(const TraceStore& store, const RowTree& tree, std::span<const notes::Note> list);

Ink noteInk(notes::Meaning meaning); // accent, bad, warn, good, muted

// One line of the window's overlay: discs in the ruler, marks over the rows, words where there is room. Discs that
// would overlap are moved to the right; those that find no room are left out.
struct NoteHit { // where the disc or the words of a note were drawn
    std::size_t index = 0;
    RectF rect;
};
std::vector<NoteHit> buildNoteOverlay(const TimelineData& data, const TimelineView& view,
                                      std::span<const NoteSource> notes, std::optional<std::size_t> chosen,
                                      TextMeasure& text, Scene& scene);

// The lane of cards of a picture, to stand above the timeline, and what lies over the timeline itself.
struct NoteLane {
    Scene cards; // cards and the upper part of their leaders; no background
    Scene over;  // in px of the timeline area: leaders, dots, brackets, frames, arrows
    double height = 0;
    std::vector<std::size_t> outside; // notes that do not lie in the view, or find no place
};
// `timeline` is the frame the lane belongs to: leaders keep clear of its labels where they can.
NoteLane buildNoteLane(const TimelineData& data, const TimelineView& view, std::span<const NoteSource> notes,
                       const Scene& timeline, TextMeasure& text);

} // namespace lanescope::scene
