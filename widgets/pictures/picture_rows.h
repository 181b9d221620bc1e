// Which rows a picture shows: those asked for, without what is empty in its time, and as many lanes as fit. Internal to
// widgets/pictures, but for rowMatches(). Pure; any thread.
#pragma once

#include "widgets/pictures/timeline_picture.h"

#include <string>
#include <vector>

namespace lanescope::pictures {

// One of the words is in the row's name, key or subtitle, whatever the case.
bool rowMatches(const Row& row, const std::vector<std::string>& words);

// As the options say; bands with nothing to show are hidden.
scene::RowState pictureRowState(const RowTree& tree, const scene::BandData& bands,
                                const TimelinePictureOptions& options);

// Rows and lanes with nothing in the range are left out of a picture of a range; bands and counters stay.
RowTree withoutEmptyRows(const TraceStore& store, const RowTree& tree, TimeRange range);

// The tree with as many lanes of host threads as let all rows fit into so many px; where nothing helps, with few.
RowTree fittedRows(const RowTree& tree, const scene::RowState& state, double most);

// The rows that fit into `most` px and nothing of the others: of a row with many lanes the first whole ones.
struct FittedRows {
    RowTree tree;
    scene::RowLayout layout;
    std::size_t more = 0; // rows that are not shown at all
    double height() const { return scene::kRulerHeight + layout.pinnedHeight + layout.height; }
};
FittedRows rowsThatFit(const RowTree& tree, const scene::RowState& state, double most);

} // namespace lanescope::pictures
