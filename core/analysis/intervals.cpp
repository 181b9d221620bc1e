#include "core/analysis/intervals.h"

#include <algorithm>

namespace lanescope {

IntervalList unionOf(std::vector<Interval> unsorted) {
    std::sort(unsorted.begin(), unsorted.end(), [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    // In place: what is written never overtakes what is read.
    std::size_t kept = 0;
    for (const Interval& i : unsorted) {
        if (i.end <= i.begin) continue;
        if (kept > 0 && i.begin <= unsorted[kept - 1].end)
            unsorted[kept - 1].end = std::max(unsorted[kept - 1].end, i.end);
        else
            unsorted[kept++] = i;
    }
    unsorted.resize(kept);
    return unsorted;
}

IntervalList unionOf(const IntervalList& a, const IntervalList& b) {
    UnionBuilder out;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        const bool fromA = j == b.end() || (i != a.end() && i->begin <= j->begin);
        const Interval next = fromA ? *i++ : *j++;
        out.add(next.begin, next.end);
    }
    return out.take();
}

IntervalList unionOf(std::span<const IntervalList* const> lists) {
    // Halves: every interval is copied log(lists) times at most, and unions shrink on the way up.
    if (lists.empty()) return {};
    if (lists.size() == 1) return *lists.front();
    const std::size_t half = lists.size() / 2;
    return unionOf(unionOf(lists.first(half)), unionOf(lists.subspan(half)));
}

IntervalList intersect(const IntervalList& a, const IntervalList& b) {
    IntervalList out;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        const std::int64_t begin = std::max(i->begin, j->begin);
        const std::int64_t end = std::min(i->end, j->end);
        if (begin < end) out.push_back({begin, end});
        if (i->end < j->end)
            ++i;
        else
            ++j;
    }
    return out;
}

IntervalList subtract(const IntervalList& a, const IntervalList& b) {
    IntervalList out;
    auto j = b.begin();
    for (const Interval& i : a) {
        std::int64_t begin = i.begin;
        while (j != b.end() && j->end <= begin) ++j;
        for (auto k = j; k != b.end() && k->begin < i.end; ++k) {
            if (k->begin > begin) out.push_back({begin, k->begin});
            begin = std::max(begin, k->end);
            j = k; // the last one may reach into the next of a
        }
        if (begin < i.end) out.push_back({begin, i.end});
    }
    return out;
}

std::span<const Interval> touching(const IntervalList& a, std::int64_t begin, std::int64_t end) {
    if (end <= begin) return {};
    const auto first = std::partition_point(a.begin(), a.end(), [begin](const Interval& i) { return i.end <= begin; });
    const auto last = std::partition_point(first, a.end(), [end](const Interval& i) { return i.begin < end; });
    return {first, last};
}

IntervalList clip(const IntervalList& a, std::int64_t begin, std::int64_t end) {
    const auto inside = touching(a, begin, end);
    IntervalList out(inside.begin(), inside.end());
    if (out.empty()) return out;
    out.front().begin = std::max(out.front().begin, begin);
    out.back().end = std::min(out.back().end, end);
    return out;
}

std::int64_t length(const IntervalList& a) {
    std::int64_t sum = 0;
    for (const Interval& i : a) sum += i.length();
    return sum;
}

std::int64_t lengthWithin(const IntervalList& a, std::int64_t begin, std::int64_t end) {
    const auto inside = touching(a, begin, end);
    if (inside.empty()) return 0;
    std::int64_t sum = 0;
    for (const Interval& i : inside) sum += i.length();
    sum -= std::max<std::int64_t>(0, begin - inside.front().begin);
    sum -= std::max<std::int64_t>(0, inside.back().end - end);
    return sum;
}

} // namespace lanescope
