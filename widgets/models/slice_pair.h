// How two slices lie to each other: the gap between them, or how long they overlap, and from start to start. Pure.
#pragma once

#include "core/base/time.h"

#include <string>

namespace lanescope::models {

struct SlicePair {
    TimeRange between;     // from the end of the earlier to the start of the later one; of an overlap: the overlap
    bool overlaps = false; // longer than nothing
    Ns startToStart{};     // of the second from the first; negative when it begins before
    Ns endToEnd{};
};
SlicePair slicePair(TimeRange first, TimeRange second);

// "gap 12.00 us · start to start 31.00 us · end to end 20.00 us", with the signs that durations have everywhere.
std::string slicePairText(const SlicePair& pair);

} // namespace lanescope::models
