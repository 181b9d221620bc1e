#include "core/export/quantity.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lanescope {

namespace {

struct TimeUnit {
    std::uint64_t ns;
    const char* word;
};
constexpr std::array<TimeUnit, 4> kUnits{{{1, "ns"}, {1'000, "\u00B5s"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};
constexpr std::uint64_t kMinuteNs = 60'000'000'000;
constexpr std::uint64_t kHourNs = 60 * kMinuteNs;

std::uint64_t magnitude(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, kThinSpace);
    return digits;
}

// value / unit rounded to `decimals` places, in units of the last place.
std::uint64_t scaled(std::uint64_t value, std::uint64_t unit, unsigned decimals) {
    std::uint64_t places = 1;
    for (unsigned i = 0; i < decimals; ++i) places *= 10;
    if (unit <= places) return value * (places / unit); // exact
    const std::uint64_t step = unit / places;
    return value / step + (value % step >= step - step / 2 ? 1 : 0);
}

std::string decimalText(std::uint64_t lastPlaces, unsigned decimals) {
    std::uint64_t places = 1;
    for (unsigned i = 0; i < decimals; ++i) places *= 10;
    std::string out = grouped(lastPlaces / places);
    if (decimals > 0) out += fmt::format(".{:0{}}", lastPlaces % places, decimals);
    return out;
}

unsigned digitsOf(std::uint64_t value) {
    unsigned digits = 1;
    while (value >= 10) {
        value /= 10;
        ++digits;
    }
    return digits;
}

const char* sign(std::int64_t value) { return value < 0 ? kMinus : ""; }

std::string withUnit(std::string number, const char* unit) { return std::move(number) + kThinSpace + unit; }

std::string minutesText(std::uint64_t ns) {
    const std::uint64_t seconds = ns / kUnits[3].ns + (ns % kUnits[3].ns >= kUnits[3].ns / 2 ? 1 : 0);
    if (seconds < 3600) return withUnit(grouped(seconds / 60), "min") + " " + withUnit(grouped(seconds % 60), "s");
    const std::uint64_t minutes = ns / kMinuteNs + (ns % kMinuteNs >= kMinuteNs / 2 ? 1 : 0);
    return withUnit(grouped(minutes / 60), "h") + " " + withUnit(grouped(minutes % 60), "min");
}

// The unit of a column: the largest in which the value is at least 1. Minutes do not share a column with parts.
std::size_t columnUnit(std::uint64_t largest) {
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && largest >= kUnits[unit + 1].ns) ++unit;
    return unit;
}

unsigned columnDecimals(std::size_t unit) { return unit == 0 ? 0 : 3; }

std::string columnText(std::int64_t ns, std::size_t unit) {
    const unsigned decimals = columnDecimals(unit);
    const std::uint64_t places = scaled(magnitude(ns), kUnits[unit].ns, decimals);
    return sign(places == 0 ? 0 : ns) + withUnit(decimalText(places, decimals), kUnits[unit].word);
}

// Three significant digits, at most two decimals, of a value of at least 0.
std::string threeDigits(double value) {
    unsigned decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    const auto roundedAt = [value](unsigned places) {
        const double factor = places == 2 ? 100 : places == 1 ? 10 : 1;
        return std::floor(value * factor + 0.5) / factor;
    };
    // Rounding may bring another digit: 9.996 is 10.0.
    if (decimals == 2 && roundedAt(2) >= 10) decimals = 1;
    if (decimals == 1 && roundedAt(1) >= 100) decimals = 0;
    return fmt::format("{:.{}f}", roundedAt(decimals), decimals);
}

std::string powersOf1000(double value, const char* suffix) {
    static constexpr std::array<const char*, 7> kPrefix{"", "k", "M", "G", "T", "P", "E"};
    std::size_t power = 0;
    // 999.5 and more would be shown as 1000.
    while (power + 1 < kPrefix.size() && value >= 999.5) {
        value /= 1000;
        ++power;
    }
    const std::string unit = std::string(kPrefix[power]) + suffix;
    const bool whole = power == 0 && value == std::floor(value);
    return withUnit(whole ? fmt::format("{:.0f}", value) : threeDigits(value), unit.c_str());
}

} // namespace

std::string formatDuration(std::int64_t ns, Precision precision) {
    const std::uint64_t value = magnitude(ns);
    if (value < 1000) return sign(ns) + withUnit(grouped(value), kUnits[0].word);
    if (value >= kMinuteNs) return sign(ns) + minutesText(value);
    const unsigned significant = precision == Precision::Panel ? 4 : 3;
    for (std::size_t unit = 1; unit < kUnits.size(); ++unit) {
        const unsigned whole = digitsOf(value / kUnits[unit].ns);
        if (whole > 3) continue;
        unsigned decimals = std::min(3u, significant - whole);
        std::uint64_t places = scaled(value, kUnits[unit].ns, decimals);
        if (digitsOf(places) > whole + decimals) { // rounding brought another digit
            if (whole == 3) continue;              // 999.96 of one unit is 1.000 of the next
            --decimals;                            // 9.9996 keeps its digits: 10.00
            places = scaled(value, kUnits[unit].ns, decimals);
        }
        const std::string number = decimalText(places, decimals);
        if (unit == 3 && number.starts_with("60")) break; // rounded up to a minute
        return sign(ns) + withUnit(number, kUnits[unit].word);
    }
    return sign(ns) + minutesText(value);
}

std::string formatExactNs(std::int64_t ns) { return sign(ns) + withUnit(grouped(magnitude(ns)), "ns"); }

std::string formatShare(double ratio) {
    if (!std::isfinite(ratio)) return kNotKnown;
    LANESCOPE_CHECK(ratio <= 1.000001);
    const double percent = std::min(100.0, std::abs(ratio) * 100);
    if (percent == 0) return withUnit("0", "%");
    const char* minus = ratio < 0 ? kMinus : "";
    if (percent < 0.01) return std::string("<") + kThinSpace + minus + withUnit("0.01", "%");
    return minus + withUnit(threeDigits(percent), "%");
}

std::string formatShare(const std::optional<double>& ratio) { return ratio ? formatShare(*ratio) : kNotKnown; }

std::string formatBytes(std::int64_t bytes) {
    return sign(bytes) + powersOf1000(static_cast<double>(magnitude(bytes)), "B");
}

std::string formatRate(double bytesPerSecond) {
    if (!std::isfinite(bytesPerSecond)) return kNotKnown;
    return (bytesPerSecond < 0 ? kMinus : "") + powersOf1000(std::abs(bytesPerSecond), "B/s");
}

std::string formatCount(std::int64_t n) {
    const std::uint64_t value = magnitude(n);
    if (value < 10'000'000) return sign(n) + grouped(value);
    const bool millions = value < 999'500'000;
    const double shown = static_cast<double>(value) / (millions ? 1e6 : 1e9);
    return sign(n) + withUnit(shown < 999.5 ? threeDigits(shown) : grouped(static_cast<std::uint64_t>(shown + 0.5)),
                              millions ? "million" : "billion");
}

std::string formatOffset(std::int64_t ns) {
    const std::size_t unit = columnUnit(magnitude(ns));
    return (ns < 0 ? "" : "+") + columnText(ns, unit);
}

std::string formatNumber(double value) {
    if (!std::isfinite(value)) return kNotKnown;
    std::string text = fmt::format("{:.3f}", std::abs(value));
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return (value < 0 && text != "0" ? kMinus : "") + text;
}

std::vector<std::string> formatColumn(std::span<const std::int64_t> ns) {
    std::uint64_t largest = 0;
    for (const std::int64_t value : ns) largest = std::max(largest, magnitude(value));
    std::vector<std::string> out;
    for (const std::int64_t value : ns) out.push_back(columnText(value, columnUnit(largest)));
    return out;
}

PartsText formatParts(std::span<const std::int64_t> partsNs, std::int64_t wholeNs) {
    const std::size_t unit = columnUnit(magnitude(wholeNs));
    const unsigned decimals = columnDecimals(unit);
    PartsText out;
    out.whole = columnText(wholeNs, unit);
    const bool adds = std::all_of(partsNs.begin(), partsNs.end(), [](std::int64_t p) { return p >= 0; }) &&
                      std::accumulate(partsNs.begin(), partsNs.end(), std::int64_t{0}) == wholeNs;
    if (!adds) {
        for (const std::int64_t part : partsNs) out.parts.push_back(columnText(part, unit));
        return out;
    }
    const std::uint64_t step = decimals == 0 ? 1 : std::max<std::uint64_t>(1, kUnits[unit].ns / 1000);
    std::vector<std::uint64_t> places;
    std::uint64_t shown = 0;
    for (const std::int64_t part : partsNs) {
        places.push_back(magnitude(part) / step);
        shown += places.back();
    }
    std::vector<std::size_t> order(partsNs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return magnitude(partsNs[a]) % step > magnitude(partsNs[b]) % step;
    });
    const std::uint64_t missing = scaled(magnitude(wholeNs), kUnits[unit].ns, decimals) - shown;
    for (std::size_t i = 0; i < missing && i < order.size(); ++i) ++places[order[i]];
    for (const std::uint64_t p : places) out.parts.push_back(withUnit(decimalText(p, decimals), kUnits[unit].word));
    return out;
}

} // namespace lanescope
