#include "widgets/models/name_search.h"

#include <algorithm>

namespace lanescope::models {

Result<NameHits> findHits(const TraceStore& store, const std::string& query, RunContext& context) {
    const Result<NamePattern> pattern = NamePattern::parse(query);
    if (!pattern.ok()) return pattern.error();
    Result<std::vector<SliceId>> found = searchNames(store, *pattern, context);
    if (!found.ok()) return found.error();
    NameHits out;
    out.byTime = std::move(*found);
    out.byRow = out.byTime;
    std::sort(out.byRow.begin(), out.byRow.end());
    return out;
}

std::optional<std::size_t> hitFrom(const TraceStore& store, const NameHits& hits, std::int64_t ns) {
    if (hits.byTime.empty()) return std::nullopt;
    const auto it = std::lower_bound(hits.byTime.begin(), hits.byTime.end(), ns,
                                     [&](SliceId s, std::int64_t at) { return count(store.start(s)) < at; });
    return it == hits.byTime.end() ? 0 : static_cast<std::size_t>(it - hits.byTime.begin());
}

} // namespace lanescope::models
