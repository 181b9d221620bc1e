#include "core/query/ticks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

namespace lanescope {

namespace {

constexpr double kLeastLabelPx = 90;
constexpr double kDigitPx = 6.9, kBetweenPx = 16; // of labels that are clocks, 11 px high
constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t niceStep(double leastNs) {
    std::int64_t power = 1;
    for (;;) {
        for (const std::int64_t m : {1, 2, 5})
            if (static_cast<double>(m * power) >= leastNs) return m * power;
        if (power > std::int64_t{100'000'000'000'000'000}) return power;
        power *= 10;
    }
}

struct AxisUnit {
    std::int64_t ns;
    const char* name;
};
constexpr std::array<AxisUnit, 4> kUnits{{{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "µs"}, {1, "ns"}}};

AxisUnit unitFor(std::int64_t largestNs) {
    for (const AxisUnit& unit : kUnits)
        if (largestNs >= unit.ns) return unit;
    return kUnits.back();
}

int decimalsFor(std::int64_t step, std::int64_t unit) {
    int decimals = 0;
    for (std::int64_t fine = unit; fine > 1 && step % fine != 0; fine /= 10) ++decimals;
    return decimals;
}

std::string number(std::int64_t offset, std::int64_t unit, int decimals) {
    const std::int64_t size = std::abs(offset);
    std::string digits = fmt::format("{}", size / unit);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, "\u202f");
    if (decimals > 0) {
        const std::string fraction = fmt::format("{:09}", (size % unit) * (1'000'000'000 / unit));
        digits += "." + fraction.substr(0, static_cast<std::size_t>(decimals));
    }
    return (offset < 0 ? "\u2212" : "+") + digits;
}

const char* unitName(std::int64_t unitNs) {
    for (const AxisUnit& unit : kUnits)
        if (unit.ns == unitNs) return unit.name;
    return "ns";
}

} // namespace

namespace {

// Steps of clocks from a second on, and how many minor ones are in each.
struct ClockStep {
    std::int64_t seconds, parts;
};
constexpr std::array<ClockStep, 18> kClockSteps{{{1, 5},
                                                 {2, 4},
                                                 {5, 5},
                                                 {10, 5},
                                                 {15, 3},
                                                 {30, 3},
                                                 {60, 6},
                                                 {120, 4},
                                                 {300, 5},
                                                 {600, 5},
                                                 {900, 3},
                                                 {1800, 3},
                                                 {3600, 6},
                                                 {7200, 4},
                                                 {10'800, 3},
                                                 {21'600, 6},
                                                 {43'200, 4},
                                                 {86'400, 4}}};

// Clocks show no digit, milliseconds, microseconds or nanoseconds.
int clockDecimals(std::int64_t step) {
    int decimals = 9;
    for (std::int64_t fine = 1000; decimals > 0 && step % fine == 0; fine *= 1000) decimals -= 3;
    return decimals;
}

struct Steps {
    std::int64_t major = 1, minor = 1;
};

Steps clockStepsFor(double leastNs) {
    if (leastNs <= 0.5 * static_cast<double>(kSecond)) {
        const std::int64_t step = niceStep(leastNs);
        return {step, step % 5 == 0 ? step / 5 : step};
    }
    for (const ClockStep& step : kClockSteps)
        if (static_cast<double>(step.seconds * kSecond) >= leastNs)
            return {step.seconds * kSecond, step.seconds * kSecond / step.parts};
    constexpr std::int64_t day = 86'400 * kSecond;
    const std::int64_t days = niceStep(leastNs / static_cast<double>(day));
    return {days * day, days * day};
}

Steps clockSteps(double nsPerPx) {
    const auto roomFor = [](int decimals) {
        const int signs = 8 + (decimals > 0 ? decimals + decimals / 3 : 0);
        return std::max(kLeastLabelPx, signs * kDigitPx + kBetweenPx);
    };
    const Steps narrow = clockStepsFor(kLeastLabelPx * nsPerPx);
    return clockStepsFor(roomFor(clockDecimals(narrow.major)) * nsPerPx);
}

std::string labelAt(const Ticks& ticks, RankTime time, int decimals) {
    const std::int64_t offset = (time - ticks.axis.zero).count();
    if (!ticks.axis.isClock())
        return fmt::format("{}\u202f{}", number(offset, ticks.unitNs, decimals), unitName(ticks.unitNs));
    constexpr std::int64_t day = 86'400 * kSecond;
    if (ticks.axis.isTimeOfDay() && offset % day == 0) return dayText(ticks.axis, time);
    return clockText(ticks.axis, time, decimals);
}

} // namespace

Ticks timeTicks(const TimeScale& scale, const TimeAxis& axis) {
    Ticks out;
    out.axis = axis;
    const TimeRange view = scale.visible();
    const std::int64_t first = (view.begin - axis.zero).count();
    const std::int64_t last = (view.end - axis.zero).count();
    std::int64_t minor = 1;
    int decimals = 0;
    if (axis.isClock()) {
        const Steps steps = clockSteps(scale.nsPerPx());
        out.stepNs = steps.major;
        minor = steps.minor;
        out.unitNs = kSecond;
        decimals = clockDecimals(out.stepNs);
    } else {
        out.stepNs = niceStep(kLeastLabelPx * scale.nsPerPx());
        minor = out.stepNs >= 5 && out.stepNs % 5 == 0 ? out.stepNs / 5 : out.stepNs;
        // All labels of an axis share unit and decimals, so that they read as one scale.
        out.unitNs = unitFor(std::max({std::abs(first), std::abs(last), out.stepNs})).ns;
        decimals = decimalsFor(out.stepNs, out.unitNs);
    }
    std::int64_t offset = first / minor * minor;
    if (offset < first) offset += minor;
    for (; offset <= last; offset += minor) {
        const RankTime time = axis.zero + Ns{offset};
        std::string label;
        if (offset % out.stepNs == 0) label = labelAt(out, time, decimals);
        out.marks.push_back({scale.x(time), time, std::move(label)});
    }
    return out;
}

namespace {

int axisDecimals(const Ticks& ticks) {
    if (ticks.axis.isClock()) return std::max(3, clockDecimals(std::max<std::int64_t>(1, ticks.stepNs / 100)));
    const int most = decimalsFor(1, ticks.unitNs);
    return std::min(most, std::max(3, decimalsFor(std::max<std::int64_t>(1, ticks.stepNs / 100), ticks.unitNs)));
}

} // namespace

AxisText borderText(Ns offset, const Ticks& ticks) {
    std::int64_t last = ticks.unitNs; // ns of the last digit shown
    for (int i = axisDecimals(ticks); i > 0; --i) last /= 10;
    const std::int64_t ns = offset.count();
    const std::int64_t half = ns < 0 ? -(last / 2) : last / 2;
    return axisText(Ns{(ns + half) / last * last}, ticks);
}

AxisText axisText(Ns offset, const Ticks& ticks) {
    const int decimals = axisDecimals(ticks);
    if (ticks.axis.isClock()) {
        const std::string text = clockText(ticks.axis, ticks.axis.zero + offset, decimals);
        return {text, text};
    }
    const std::string text = number(offset.count(), ticks.unitNs, decimals);
    return {text, fmt::format("{}\u202f{}", text, unitName(ticks.unitNs))};
}

} // namespace lanescope
