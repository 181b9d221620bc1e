// Which arrows are drawn: those of the selection with its chain, or all launches in view while they are few. Pure; any
// thread.
#pragma once

#include "widgets/scene/overlay.h"

#include <vector>

namespace lanescope::scene {

// At most this many arrows at a time: never a wall of lines.
inline constexpr std::size_t kMostLinks = 40;

// Everything that the slice is joined to: its launch or what it launched (with the queue delay on the longest), flow
// records (forward to backward by their category), and the waits for events: from the work that was waited for to the
// wait, and from a wait to the work it held up. Then the chain: links of the operators around its launch, thinner.
// At most kMostLinks, the nearest first. Cost: binary searches, and a pass over the flow records.
std::vector<Link> linksOf(const TraceStore& store, SliceId slice);

// Launches of the GPU work that is drawn in the view, both ends in it; empty when there are more than kMostLinks.
std::vector<Link> linksInView(const TimelineData& data, const TimelineView& view);

// Flow records that meet at one of the slices (a few); one pass over the records.
std::vector<Link> flowLinks(const TraceStore& store, const std::vector<SliceId>& slices);
// Of a recorded "Stream Wait Event", or of GPU work that began after one.
std::vector<Link> waitLinks(const TraceStore& store, SliceId slice);

} // namespace lanescope::scene
