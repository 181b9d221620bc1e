// Checks the values of one stretch of a column against its rule. Any thread.
#pragma once

#include "core/cache/column_list.h"

#include <span>

namespace lanescope::cache {

template <class T>
bool valuesObey(std::span<const T> values, const ColumnRule& rule);

// Rows [first, first + starts.size() - 1): in a lane, each ends before the next one starts. `starts` and `narrow` have
// the rows of the stretch and one more; start times are within kMaxTime. Rows whose duration is wide and the last rows
// of lanes are looked up.
struct LaneOrder {
    std::span<const Lane> lanes;
    const NarrowColumn* duration = nullptr;
};
bool rowsInOrder(std::uint64_t first, std::span<const std::int64_t> starts, std::span<const std::uint32_t> narrow,
                 const LaneOrder& order);

// Whether a store in memory obeys all that opening its index will demand. A store that does not would be read anew each
// time, without anyone noticing why.
bool storeObeys(const StoreParts& parts);

} // namespace lanescope::cache
