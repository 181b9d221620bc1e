// Where the parts of a note lie in px of the timeline area. Shared by the overlay and the lane of cards.
#pragma once

#include "widgets/scene/note_marks.h"

#include <span>
#include <vector>

namespace lanescope::scene {

struct NotePlace {
    std::size_t index = 0;
    double x0 = 0, x1 = 0;       // begin and end, not cut to the view
    std::optional<RectF> at, to; // slices, or rows at a moment; cut to the view
    std::optional<RectF> frame;  // of a box, and of the rows of a range
    bool inView = false;
    bool leads = true; // a line goes from the card to the place
    double left() const { return x0 < x1 ? x0 : x1; }
    double right() const { return x0 < x1 ? x1 : x0; }
};
NotePlace placeOfNote(const TimelineData& data, const TimelineView& view, const NoteSource& source, std::size_t index);
// Brackets, frames, tints and arrows over the rows; without leaders.
void addNoteShape(const TimelineView& view, const NoteSource& source, const NotePlace& place, Layer& layer);

// buildNoteLane() and buildNoteOverlay() of notes whose places are known; one place per note, in order.
enum class LeaderEnd : std::uint8_t { Dot, Number };
NoteLane layNoteCards(const TimelineView& view, std::span<const NoteSource> notes, std::span<const NotePlace> places,
                      LeaderEnd end, const Scene& timeline, TextMeasure& text);
std::vector<NoteHit> layNoteOverlay(const TimelineView& view, std::span<const NoteSource> notes,
                                    std::vector<NotePlace> places, std::optional<std::size_t> chosen, TextMeasure& text,
                                    Scene& scene);

} // namespace lanescope::scene
