#include "core/cache/column_checks.h"

#include "core/base/check.h"
#include "core/cache/check_loops.h"
#include "core/cache/table_codec.h"

#include <algorithm>
#include <type_traits>

namespace lanescope::cache {
namespace {

bool allBelow(std::span<const std::uint8_t> v, const ColumnRule& rule) {
    return rule.below > 0xff || !checkLoops().anyAtLeast8(v.data(), v.size(), static_cast<std::uint8_t>(rule.below));
}

bool allBelow(std::span<const std::uint32_t> v, const ColumnRule& rule) {
    if (rule.below > 0xffffffff) return true;
    const auto bound = static_cast<std::uint32_t>(rule.below);
    return rule.noRowAllowed ? !checkLoops().anyAtLeastBut32(v.data(), v.size(), bound, kNoRow)
                             : !checkLoops().anyAtLeast32(v.data(), v.size(), bound);
}

bool allBelow(std::span<const std::uint64_t> v, const ColumnRule& rule) {
    return rule.below == ~std::uint64_t{0} || !checkLoops().anyAtLeast64(v.data(), v.size(), rule.below);
}

bool inOrder(std::span<const std::uint8_t>, ColumnRule::Order order) { return order == ColumnRule::Order::Any; }

bool inOrder(std::span<const std::uint32_t> v, ColumnRule::Order order) {
    if (order == ColumnRule::Order::Any || v.size() < 2) return true;
    return order == ColumnRule::Order::Rising ? !checkLoops().anyNotRising32(v.data(), v.size() - 1)
                                              : !checkLoops().anyFalling32(v.data(), v.size() - 1);
}

bool inOrder(std::span<const std::uint64_t> v, ColumnRule::Order order) {
    LANESCOPE_CHECK(order != ColumnRule::Order::Rising); // no such column
    return order == ColumnRule::Order::Any || v.size() < 2 || !checkLoops().anyFalling64(v.data(), v.size() - 1);
}

bool rowInOrder(std::uint32_t row, std::int64_t start, std::int64_t next, const LaneOrder& order) {
    const auto lane = std::upper_bound(order.lanes.begin(), order.lanes.end(), row,
                                       [](std::uint32_t r, const Lane& l) { return r < l.firstSlice; });
    // Lanes without slices share their first row with the next one; the last of those before `row` holds it.
    if (lane == order.lanes.begin()) return false;
    const Lane& own = *std::prev(lane);
    if (row + 1 >= own.firstSlice + std::uint64_t{own.sliceCount}) return true; // last of its lane
    std::int64_t end = 0; // wide durations may not have been checked yet
    return !__builtin_add_overflow(start, order.duration->at(row), &end) && end <= next;
}

} // namespace

template <class T>
bool valuesObey(std::span<const T> values, const ColumnRule& rule) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return !rule.isTime || !checkLoops().anyOutside64(values.data(), values.size(), -kMaxTime, kMaxTime);
    else if constexpr (std::is_unsigned_v<T>)
        return allBelow(values, rule) && inOrder(values, rule.order);
    else
        return true; // double, char
}
template bool valuesObey(std::span<const std::int64_t>, const ColumnRule&);
template bool valuesObey(std::span<const std::uint64_t>, const ColumnRule&);
template bool valuesObey(std::span<const std::uint32_t>, const ColumnRule&);
template bool valuesObey(std::span<const std::uint8_t>, const ColumnRule&);
template bool valuesObey(std::span<const double>, const ColumnRule&);
template bool valuesObey(std::span<const char>, const ColumnRule&);

bool rowsInOrder(std::uint64_t first, std::span<const std::int64_t> starts, std::span<const std::uint32_t> narrow,
                 const LaneOrder& order) {
    constexpr std::size_t kGroup = 256;
    for (std::size_t at = 0; at + 1 < starts.size(); at += kGroup) {
        const std::size_t end = std::min(at + kGroup, starts.size() - 1);
        if (!checkLoops().anyLate(starts.data() + at, end - at, narrow.data() + at)) continue;
        for (std::size_t i = at; i < end; ++i)
            if ((starts[i] + std::int64_t{narrow[i]} > starts[i + 1] || narrow[i] == kWideMark) &&
                !rowInOrder(static_cast<std::uint32_t>(first + i), starts[i], starts[i + 1], order))
                return false;
    }
    return true;
}

bool storeObeys(const StoreParts& parts) {
    bool good = tablesFit(parts);
    forEachColumn(parts, [&](const auto& column, const ColumnRule& rule) {
        using T = std::remove_cvref_t<decltype(column[0])>;
        good = good && valuesObey(std::span<const T>(column.data(), column.size()), rule);
    });
    if (!good || parts.slices.size() == 0) return good;
    return rowsInOrder(0, parts.slices.start, parts.slices.duration.narrow, {parts.lanes, &parts.slices.duration});
}

} // namespace lanescope::cache
