#include "core/cache/column_checks.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace lanescope::cache {
namespace {

// The loops pass over hundreds of megabytes: no branches inside, and stretches of a fixed length, which compilers turn
// into vector code even at -O2.
constexpr std::size_t kStretch = 256;

// Whether bad(i) is nonzero for any i < count.
template <class Bad>
bool anyBad(std::size_t count, Bad&& bad) {
    std::size_t i = 0;
    for (; i + kStretch <= count; i += kStretch) {
        std::uint32_t found = 0;
        for (std::size_t k = 0; k < kStretch; ++k) found |= bad(i + k);
        if (found != 0) return true;
    }
    std::uint32_t found = 0;
    for (; i < count; ++i) found |= bad(i);
    return found != 0;
}

template <class T>
bool allBelow(std::span<const T> values, std::uint64_t limit, bool noRowAllowed) {
    if (limit > std::numeric_limits<T>::max()) return true;
    const T bound = static_cast<T>(limit);
    const T* v = values.data();
    const T none = std::is_same_v<T, std::uint32_t> && noRowAllowed ? static_cast<T>(kNoRow) : bound;
    return !anyBad(values.size(), [=](std::size_t i) {
        return static_cast<std::uint32_t>(v[i] >= bound) & static_cast<std::uint32_t>((v[i] != none) | (none == bound));
    });
}

template <class T>
bool inOrder(std::span<const T> values, bool strictly) {
    if (values.size() < 2) return true;
    const T* v = values.data();
    const T least = strictly ? 1 : 0; // difference; wraps around to something large when falling
    return !anyBad(values.size() - 1, [=](std::size_t i) {
        return static_cast<std::uint32_t>(v[i + 1] < v[i]) |
               static_cast<std::uint32_t>(static_cast<T>(v[i + 1] - v[i]) < least);
    });
}

bool timesFit(std::span<const std::int64_t> values) {
    const std::int64_t* v = values.data();
    return !anyBad(values.size(), [=](std::size_t i) { // top bits all alike: one shift for both bounds
        const std::int64_t top = v[i] >> 62;
        return static_cast<std::uint32_t>(top + 1) & ~std::uint32_t{1};
    });
}
static_assert(kMaxTime == std::int64_t{1} << 62);

bool rowInOrder(std::uint32_t row, std::int64_t start, std::int64_t next, const LaneOrder& order) {
    const auto lane = std::upper_bound(order.lanes.begin(), order.lanes.end(), row,
                                       [](std::uint32_t r, const Lane& l) { return r < l.firstSlice; });
    // Lanes without slices share their first row with the next one; the last of those before `row` holds it.
    if (lane == order.lanes.begin()) return false;
    const Lane& own = *std::prev(lane);
    if (row + 1 >= own.firstSlice + std::uint64_t{own.sliceCount}) return true; // last of its lane
    return start + order.duration->at(row) <= next;
}

} // namespace

template <class T>
bool valuesObey(std::span<const T> values, const ColumnRule& rule) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
        return !rule.isTime || timesFit(values);
    } else if constexpr (std::is_unsigned_v<T>) {
        if (!allBelow(values, rule.below, rule.noRowAllowed)) return false;
        if (rule.order == ColumnRule::Order::Any) return true;
        return inOrder(values, rule.order == ColumnRule::Order::Rising);
    } else {
        return true; // double, char
    }
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
        unsigned odd = 0;
        for (std::size_t i = at; i < end; ++i)
            odd |= static_cast<unsigned>(starts[i] + std::int64_t{narrow[i]} > starts[i + 1]) |
                   static_cast<unsigned>(narrow[i] == kWideMark);
        for (std::size_t i = at; i < end && odd != 0; ++i)
            if ((starts[i] + std::int64_t{narrow[i]} > starts[i + 1] || narrow[i] == kWideMark) &&
                !rowInOrder(static_cast<std::uint32_t>(first + i), starts[i], starts[i + 1], order))
                return false;
    }
    return true;
}

} // namespace lanescope::cache
