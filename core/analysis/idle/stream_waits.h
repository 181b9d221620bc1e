// The recorded waits of streams for events (cuda_sync rows "Stream Wait Event"): which of them ended inside a gap of a
// stream. Immutable after construction; any thread.
#pragma once

#include "core/analysis/intervals.h"
#include "core/store/trace_store.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope {

class StreamWaits {
public:
    explicit StreamWaits(const TraceStore& store);
    // The last wait of the stream that ended inside (gap.begin, gap.end].
    std::optional<SliceId> endedWithin(std::optional<std::int64_t> device, std::optional<std::int64_t> stream,
                                       Interval gap) const;

private:
    using Key = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    std::map<Key, std::vector<std::pair<std::int64_t, SliceId>>> m_ends; // sorted by end
};

} // namespace lanescope
