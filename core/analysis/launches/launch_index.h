// The launch call of any GPU event without a search: for analyses that ask for millions. A dense table where the rows
// lie close together, else the sorted links. Immutable after construction; any thread.
#pragma once

#include "core/store/trace_store.h"

#include <optional>
#include <vector>

namespace lanescope {

class LaunchIndex {
public:
    explicit LaunchIndex(const TraceStore& store);
    std::optional<SliceId> callOf(SliceId work) const;

private:
    const TraceStore& m_store;
    std::uint32_t m_firstRow = 0;
    std::vector<std::uint32_t> m_callOf; // by row - m_firstRow; empty when the rows are too far apart
};

} // namespace lanescope
