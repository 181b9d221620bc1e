// Notes of several ranks under one ruler: each lies on the rows of its rank, at its time on the rank's own clock laid
// onto the ruler. What is about no row that is shown lies on the rank's first row. Pure; any thread.
#pragma once

#include "widgets/scene/note_marks.h"
#include "widgets/scene/ranks_view.h"

#include <span>
#include <vector>

namespace lanescope::scene {

struct RankNote {
    std::uint32_t rank = 0; // index in RanksData::ranks
    NoteSource source;      // times and slices of that rank
};

// As buildNoteLane() and buildNoteOverlay(). Cards begin with the rank's name; a number stands at the place, since a
// line may cross the rows of other ranks. Notes of ranks whose timeline is not open are outside.
NoteLane buildRankNoteLane(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                           std::span<const RankNote> notes, const Scene& rows, TextMeasure& text);
std::vector<NoteHit> buildRankNoteOverlay(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                                          std::span<const RankNote> notes, std::optional<std::size_t> chosen,
                                          TextMeasure& text, Scene& scene);

} // namespace lanescope::scene
