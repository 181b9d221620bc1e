// Which arrows are drawn: those of the selection with its chain, or all launches in view while they are few. Pure; any
// thread.
#pragma once

#include "widgets/scene/overlay.h"

#include <vector>

namespace lanescope::scene {

// At most this many arrows at a time: never a wall of lines.
inline constexpr std::size_t kMostLinks = 40;

// Links, and how many more there are than may be drawn.
struct LinkSet {
    std::vector<Link> links; // at most kMostLinks
    std::size_t left = 0;
};
// Everything that the slice is joined to: its launch or what it launched (with the queue delay on the longest), flow
// records (forward to backward by their category), and the waits for events: from the work that was waited for to the
// wait, and from a wait to the work it held up. A collective is joined to the same one elsewhere in the trace. Then the
// chain: links of the operators around its launch, thinner. Of too many the first are kept. Cost: binary searches, a
// pass over the flow records, and for a collective one over the communication kernels.
LinkSet linkSetOf(const TraceStore& store, SliceId slice);
std::vector<Link> linksOf(const TraceStore& store, SliceId slice); // those of linkSetOf()
// The same collective (kind, group and sequence number) on other lanes: a trace may hold several devices or ranks.
// None where its number was not recorded: nothing is guessed from times.
std::vector<Link> collectiveLinks(const TraceStore& store, SliceId work);

// Launches of the GPU work that is drawn in the view, both ends in it. When there are more than kMostLinks none is
// drawn and all are counted; nothing is counted when some of the work is folded.
LinkSet linkSetInView(const TimelineData& data, const TimelineView& view);
std::vector<Link> linksInView(const TimelineData& data, const TimelineView& view); // those of linkSetInView()

// Flow records that meet at one of the slices (a few); one pass over the records.
std::vector<Link> flowLinks(const TraceStore& store, const std::vector<SliceId>& slices);
// Of a recorded "Stream Wait Event", or of GPU work that began after one.
std::vector<Link> waitLinks(const TraceStore& store, SliceId slice);

} // namespace lanescope::scene
