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
    std::int64_t length() const { return end - begin; }
    friend bool operator==(const Interval&, const Interval&) = default;
};
using IntervalList = std::vector<Interval>; // sorted, disjoint, touching ones merged

// Takes intervals by ascending begin and keeps their union: one comparison each. Empty ones are dropped.
class UnionBuilder {
public:
    void add(std::int64_t begin, std::int64_t end) {
        if (end <= begin) return;
        if (!m_list.empty() && begin <= m_list.back().end) {
            if (end > m_list.back().end) m_list.back().end = end;
            return;
        }
        m_list.push_back({begin, end});
    }
    IntervalList take() { return std::move(m_list); }

private:
    IntervalList m_list;
};

IntervalList unionOf(std::vector<Interval> unsorted);             // n log n; drops empty ones
IntervalList unionOf(std::span<const IntervalList* const> lists); // merges sorted lists
IntervalList unionOf(const IntervalList& a, const IntervalList& b);
IntervalList intersect(const IntervalList& a, const IntervalList& b);
IntervalList subtract(const IntervalList& a, const IntervalList& b); // a minus b
IntervalList clip(const IntervalList& a, std::int64_t begin, std::int64_t end);
std::int64_t length(const IntervalList& a);
std::int64_t lengthWithin(const IntervalList& a, std::int64_t begin, std::int64_t end); // log n + covered
// Those that have a part inside [begin, end): a view into the list, uncut at its edges. log n.
std::span<const Interval> touching(const IntervalList& a, std::int64_t begin, std::int64_t end);

} // namespace lanescope
