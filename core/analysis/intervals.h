// Sorted lists of disjoint, non-empty, half-open intervals in ns, and what can be done with them in linear time.
// Any thread.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};
using IntervalList = std::vector<Interval>; // sorted, disjoint, touching ones merged

IntervalList unionOf(std::vector<Interval> unsorted);             // n log n; drops empty ones
IntervalList unionOf(std::span<const IntervalList* const> lists); // merges sorted lists
IntervalList intersect(const IntervalList& a, const IntervalList& b);
IntervalList subtract(const IntervalList& a, const IntervalList& b); // a minus b
IntervalList clip(const IntervalList& a, std::int64_t begin, std::int64_t end);
std::int64_t length(const IntervalList& a);
std::int64_t lengthWithin(const IntervalList& a, std::int64_t begin, std::int64_t end); // log n + covered

} // namespace lanescope
