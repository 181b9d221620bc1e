// Rows that the user made: what an expression means, as a group of its own at the top.
#include "core/query/rows_internal.h"

#include "core/query/derived_lanes.h"
#include "core/query/filter.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::rows {

namespace {

std::string countWords(std::uint64_t n, std::string_view one) {
    return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

Row filterRow(const Context& context, const FilterRow& wish) {
    Row row;
    row.kind = RowKind::Filtered;
    row.level = 1;
    row.key = fmt::format("filter/{}", wish.name);
    row.name = wish.name;
    const auto filter = Filter::parse(wish.where);
    if (!filter.ok()) { // of an older version, or edited by hand
        row.shortSubtitle = "not understood";
        row.subtitle = fmt::format("{}: {}", wish.where, filter.error().message);
        return row;
    }
    RunContext run;
    const auto slices = evaluate(context.store, *filter, run);
    if (!slices.ok()) return row;
    LanesOfSlices lanes = lanesOf(context.store, *slices, kMostFilterLanes);
    for (auto& lane : lanes.lanes) row.lanes.push_back({LaneId{}, std::move(lane), nullptr});
    row.shortSubtitle = countWords(slices->count(), "slice");
    row.subtitle = fmt::format("{}, {}", wish.where, row.shortSubtitle);
    if (lanes.left > 0) row.subtitle += fmt::format(", {} deeper not drawn", lanes.left);
    return row;
}

} // namespace

void addFilterGroup(const Context& context, std::vector<Row>& out) {
    if (context.options.filters.empty()) return;
    Row group;
    group.kind = RowKind::Group;
    group.key = "filters";
    group.name = "rows from filters";
    const auto parent = static_cast<std::uint32_t>(out.size());
    const std::size_t most = std::min(context.options.filters.size(), kMostFilterRows);
    group.subtitle = countWords(most, "row");
    out.push_back(std::move(group));
    for (std::size_t i = 0; i < most; ++i) {
        Row row = filterRow(context, context.options.filters[i]);
        row.parent = parent;
        out.push_back(std::move(row));
    }
}

} // namespace lanescope::rows
