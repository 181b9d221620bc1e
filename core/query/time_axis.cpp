#include "core/query/clock_axis.h"

#include "core/store/trace_store.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>

namespace lanescope {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000, kDaySeconds = 86'400;
constexpr std::int64_t kYear2000 = 946'684'800 * kSecond, kYear2200 = 7'258'118'400 * kSecond;

struct Word {
    AxisClock clock;
    std::string_view word;
};
constexpr std::array<AxisClock, 5> kClocks{AxisClock::Step, AxisClock::Trace, AxisClock::Timecode, AxisClock::Utc,
                                           AxisClock::Local};
constexpr std::array<Word, 5> kWords{{{AxisClock::Step, "step"},
                                      {AxisClock::Trace, "trace"},
                                      {AxisClock::Timecode, "timecode"},
                                      {AxisClock::Utc, "utc"},
                                      {AxisClock::Local, "local"}}};

std::int64_t floorDiv(std::int64_t value, std::int64_t by) {
    return value / by - (value % by != 0 && (value < 0) != (by < 0) ? 1 : 0);
}

// Of the machine's zone at that time; one value for a whole axis, as no trace is long enough to see clocks change.
std::int64_t zoneSecondsAt(std::int64_t epochNs) {
    const auto seconds = static_cast<std::time_t>(floorDiv(epochNs, kSecond));
    std::tm parts{};
    if (localtime_r(&seconds, &parts) == nullptr) return 0;
    return parts.tm_gmtoff;
}

} // namespace

std::string_view wordOf(AxisClock clock) {
    for (const Word& known : kWords)
        if (known.clock == clock) return known.word;
    return "step";
}

std::optional<AxisClock> axisClockOf(std::string_view word) {
    for (const Word& known : kWords)
        if (known.word == word) return known.clock;
    return std::nullopt;
}

std::span<const AxisClock> axisClocks() { return kClocks; }

std::optional<std::int64_t> epochBase(const TraceStore& store) {
    return epochBase(store.info().baseTimeNs, store.extent().begin);
}

std::optional<std::int64_t> epochBase(std::optional<std::int64_t> baseTimeNs, RankTime start) {
    const std::int64_t base = baseTimeNs.value_or(0);
    std::int64_t epoch = 0;
    if (__builtin_add_overflow(base, count(start), &epoch)) return std::nullopt;
    if (epoch < kYear2000 || epoch >= kYear2200) return std::nullopt;
    return base;
}

TimeAxis timeAxis(const TraceStore& store, AxisClock clock, RankTime step) {
    return timeAxis(store.info().baseTimeNs, store.extent().begin, clock, step);
}

TimeAxis timeAxis(std::optional<std::int64_t> baseTimeNs, RankTime start, AxisClock clock, RankTime step) {
    if (clock == AxisClock::Step) return {clock, step, 0};
    if (clock == AxisClock::Trace || clock == AxisClock::Timecode) return {clock, start, 0};
    const std::optional<std::int64_t> base = epochBase(baseTimeNs, start);
    if (!base) return {AxisClock::Trace, start, 0};
    if (clock == AxisClock::Utc) return {clock, rankTime(-*base), 0};
    const std::int64_t zone = zoneSecondsAt(*base + count(start));
    return {clock, rankTime(-*base - zone * kSecond), zone};
}

std::string clockText(const TimeAxis& axis, RankTime time, int decimals) {
    const std::int64_t offset = (time - axis.zero).count();
    const bool negative = offset < 0 && !axis.isTimeOfDay();
    const std::int64_t size = negative ? -offset : offset;
    std::int64_t seconds = floorDiv(size, kSecond);
    const std::int64_t fraction = size - seconds * kSecond;
    if (axis.isTimeOfDay()) seconds -= floorDiv(seconds, kDaySeconds) * kDaySeconds;
    std::string out =
        fmt::format("{}{:02}:{:02}:{:02}", negative ? "\u2212" : "", seconds / 3600, seconds / 60 % 60, seconds % 60);
    const std::string digits = fmt::format("{:09}", fraction);
    for (int at = 0; at < decimals; at += 3) {
        out += at == 0 ? "." : "\u202f";
        out += digits.substr(static_cast<std::size_t>(at), 3);
    }
    return out;
}

std::string dayText(const TimeAxis& axis, RankTime time) {
    using namespace std::chrono;
    const std::int64_t days = floorDiv((time - axis.zero).count(), kDaySeconds * kSecond);
    const year_month_day day{sys_days{std::chrono::days{days}}};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                       static_cast<unsigned>(day.day()));
}

std::string zoneText(const TimeAxis& axis) {
    if (axis.clock != AxisClock::Local) return "UTC";
    const std::int64_t minutes = std::abs(axis.zoneSeconds) / 60;
    return fmt::format("UTC{}{:02}:{:02}", axis.zoneSeconds < 0 ? "\u2212" : "+", minutes / 60, minutes % 60);
}

} // namespace lanescope
