#include "core/query/ticks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

namespace lanescope {

namespace {

constexpr double kLeastLabelPx = 90;

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

Ticks timeTicks(const TimeScale& scale, RankTime zero) {
    Ticks out;
    out.stepNs = niceStep(kLeastLabelPx * scale.nsPerPx());
    const std::int64_t minor = out.stepNs >= 5 && out.stepNs % 5 == 0 ? out.stepNs / 5 : out.stepNs;
    const TimeRange view = scale.visible();
    const std::int64_t first = (view.begin - zero).count();
    const std::int64_t last = (view.end - zero).count();
    // All labels of an axis share unit and decimals, so that they read as one scale.
    out.unitNs = unitFor(std::max({std::abs(first), std::abs(last), out.stepNs})).ns;
    const int decimals = decimalsFor(out.stepNs, out.unitNs);
    std::int64_t offset = first / minor * minor;
    if (offset < first) offset += minor;
    for (; offset <= last; offset += minor) {
        const RankTime time = zero + Ns{offset};
        std::string label;
        if (offset % out.stepNs == 0)
            label = fmt::format("{}\u202f{}", number(offset, out.unitNs, decimals), unitName(out.unitNs));
        out.marks.push_back({scale.x(time), time, std::move(label)});
    }
    return out;
}

namespace {

int axisDecimals(const Ticks& ticks) {
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
    const std::string text = number(offset.count(), ticks.unitNs, decimals);
    return {text, fmt::format("{}\u202f{}", text, unitName(ticks.unitNs))};
}

} // namespace lanescope
