// The hits of a search in the filter language (core/query/filter.h), in the two orders that the window needs: by row to
// find them while drawing, by time to walk through them. Any thread.
#pragma once

#include "core/query/filter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::models {

struct NameHits {
    std::vector<SliceId> byRow;
    std::vector<SliceId> byTime;      // the same, by start
    std::vector<std::string> remarks; // of the query: things that are probably not meant
};

// An error says what is wrong with the query, and where. Cancelled within some ms of a stop request.
Result<NameHits> findHits(const TraceStore& store, const std::string& query, RunContext& context);

// The same for rows found otherwise (sorted by row).
Result<NameHits> hitsOf(const TraceStore& store, std::vector<SliceId> rows, RunContext& context);

// Index in byTime of the first hit after a moment, going round at the end; none when there are no hits.
std::optional<std::size_t> hitFrom(const TraceStore& store, const NameHits& hits, std::int64_t ns);

} // namespace lanescope::models
