#include "widgets/models/slice_pair.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::models {

SlicePair slicePair(TimeRange first, TimeRange second) {
    SlicePair out;
    const RankTime lateStart = std::max(first.begin, second.begin);
    const RankTime earlyEnd = std::min(first.end, second.end);
    out.overlaps = lateStart < earlyEnd;
    out.between = out.overlaps ? TimeRange{lateStart, earlyEnd} : TimeRange{earlyEnd, lateStart};
    out.startToStart = second.begin - first.begin;
    out.endToEnd = second.end - first.end;
    return out;
}

std::string slicePairText(const SlicePair& pair) {
    return fmt::format("{} {} \u00b7 start to start {} \u00b7 end to end {}", pair.overlaps ? "overlap" : "gap",
                       formatDuration(pair.between.length().count()), formatDuration(pair.startToStart.count()),
                       formatDuration(pair.endToEnd.count()));
}

} // namespace lanescope::models
