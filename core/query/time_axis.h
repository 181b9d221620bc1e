// What a time axis counts in: from the step or the start of the trace, as a timecode, or as the time of day. An axis is
// a clock and the time of the file at which that clock reads zero. Values; any thread.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

class TraceStore;

enum class AxisClock : std::uint8_t {
    Step,     // "+93 ms" from the selected step
    Trace,    // "+93 ms" from the start of the trace
    Timecode, // "00:00:01.093" from the start of the trace
    Utc,      // "14:03:07.093"
    Local,    // the same in the machine's time zone
};

struct TimeAxis {
    AxisClock clock = AxisClock::Step;
    RankTime zero{};              // the clock reads 0 here; clocks of the day: the start of 1970
    std::int64_t zoneSeconds = 0; // east of UTC; Local only
    bool isTimeOfDay() const { return clock == AxisClock::Utc || clock == AxisClock::Local; }
    bool isClock() const { return clock == AxisClock::Timecode || isTimeOfDay(); } // hours, minutes, seconds
    friend bool operator==(const TimeAxis&, const TimeAxis&) = default;
};

// "step", "trace", "timecode", "utc", "local": in settings, sessions and options.
std::string_view wordOf(AxisClock clock);
std::optional<AxisClock> axisClockOf(std::string_view word);
std::span<const AxisClock> axisClocks();

// What is added to a time of the file to get ns since 1970: baseTimeNanoseconds, or 0 where the times of the file are
// such ns themselves. None: the file does not say when it was made, or what it says is no time between 2000 and 2200.
std::optional<std::int64_t> epochBase(const TraceStore& store);

// The axis for a clock; `step` is where the selected step starts. A time of day that is not known becomes Trace.
TimeAxis timeAxis(const TraceStore& store, AxisClock clock, RankTime step);

// "14:03:07.123 456": `decimals` 0, 3, 6 or 9, cut, not rounded. Timecodes may be negative and have more than 24 hours.
std::string clockText(const TimeAxis& axis, RankTime time, int decimals);
// Of clocks of the day: "2024-03-12", "UTC+02:00" ("UTC" for UTC itself).
std::string dayText(const TimeAxis& axis, RankTime time);
std::string zoneText(const TimeAxis& axis);

} // namespace lanescope
