// The words of a picture: its title and what it shows above the rows, how it was measured below them. Internal to
// widgets/pictures. One thread.
#pragma once

#include "widgets/pictures/timeline_picture.h"

#include <string>
#include <vector>

namespace lanescope::pictures {

struct PictureWindow {
    TimeRange range;
    RankTime zero{};  // the ruler counts from here
    std::string name; // "step 12": what begins there; empty: the trace
};
// Errors: MissingData (no events, no such step), Usage (an empty range).
Result<PictureWindow> windowOf(const TraceStore& store, const TimelinePictureOptions& options);

// px at the left and right of words; at least as much as keeps them off the edge.
double textMargin(const TimelinePictureOptions& options);

double headHeight(const TimelinePictureOptions& options);
scene::Scene headScene(const TraceStore& store, const PictureWindow& window, const TimelinePictureOptions& options,
                       std::size_t moreRows, scene::TextMeasure& text);

// How it was measured, in sentences: definition, window, thresholds, clock, what lies outside, the file.
// `outside`: indices of notes that are not drawn.
std::vector<std::string> methodOf(const TraceStore& store, const PictureWindow& window,
                                  const TimelinePictureOptions& options, const std::vector<std::size_t>& outside);

} // namespace lanescope::pictures
