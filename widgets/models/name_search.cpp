#include "widgets/models/name_search.h"

#include <algorithm>

namespace lanescope::models {

Result<NameHits> findHits(const TraceStore& store, const std::string& query, RunContext& context) {
    const Result<Filter> filter = Filter::parse(query);
    if (!filter.ok()) return filter.error();
    const Result<SliceMask> mask = evaluate(store, *filter, context);
    if (!mask.ok()) return mask.error();
    Result<std::vector<SliceId>> byTime = slicesByTime(store, *mask, context);
    if (!byTime.ok()) return byTime.error();
    NameHits out;
    out.byRow = slicesOf(*mask);
    out.byTime = std::move(*byTime);
    out.remarks = filter->remarks();
    return out;
}

Result<NameHits> hitsOf(const TraceStore& store, std::vector<SliceId> rows, RunContext& context) {
    NameHits out;
    out.byTime = rows;
    out.byRow = std::move(rows);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "the search was stopped", {}, {}};
    std::stable_sort(out.byTime.begin(), out.byTime.end(),
                     [&](SliceId a, SliceId b) { return store.start(a) < store.start(b); });
    return out;
}

std::optional<std::size_t> hitFrom(const TraceStore& store, const NameHits& hits, std::int64_t ns) {
    if (hits.byTime.empty()) return std::nullopt;
    const auto it = std::lower_bound(hits.byTime.begin(), hits.byTime.end(), ns,
                                     [&](SliceId s, std::int64_t at) { return count(store.start(s)) < at; });
    return it == hits.byTime.end() ? 0 : static_cast<std::size_t>(it - hits.byTime.begin());
}

} // namespace lanescope::models
