// Clocks and ranges. A rank's own time and the common time are different types: alignment is the only way across.
// All times are whole nanoseconds (int64). Ranges are half-open. Any thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace lanescope {

using Ns = std::chrono::duration<std::int64_t, std::nano>;

// The clock of one trace file: ns as written in the file (ts * 1000), without baseTimeNanoseconds.
struct RankClock {
    using duration = Ns;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<RankClock>;
    static constexpr bool is_steady = false;
};
// The clock shared by several ranks after alignment.
struct CommonClock {
    using duration = Ns;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<CommonClock>;
    static constexpr bool is_steady = false;
};

using RankTime = std::chrono::time_point<RankClock, Ns>;
using CommonTime = std::chrono::time_point<CommonClock, Ns>;

constexpr RankTime rankTime(std::int64_t ns) { return RankTime{Ns{ns}}; }
template <class Clock>
constexpr std::int64_t count(std::chrono::time_point<Clock, Ns> t) {
    return t.time_since_epoch().count();
}

template <class Point>
struct Range {
    Point begin{};
    Point end{};
    constexpr bool empty() const { return !(begin < end); }
    constexpr Ns length() const { return empty() ? Ns{0} : Ns{end - begin}; }
    constexpr bool contains(Point p) const { return begin <= p && p < end; }
    constexpr bool overlaps(const Range& o) const { return begin < o.end && o.begin < end; }
    constexpr Range clippedTo(const Range& o) const {
        const Point b = std::max(begin, o.begin);
        return {b, std::max(b, std::min(end, o.end))};
    }
    friend constexpr bool operator==(const Range&, const Range&) = default;
};
using TimeRange = Range<RankTime>;

constexpr TimeRange timeRange(std::int64_t beginNs, std::int64_t endNs) { return {rankTime(beginNs), rankTime(endNs)}; }

} // namespace lanescope
