#include "widgets/scene/counter_look.h"

#include "core/export/quantity.h"

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {
constexpr double kInset = 3;
constexpr double kWholeBelow = 9e15; // larger doubles hold no exact whole numbers
} // namespace

double counterY(const CounterCurve& curve, double top, double height, double value) {
    const double low = std::min(0.0, curve.least);
    const double high = std::max(curve.most, low + 1e-9);
    const double base = top + height - kInset - 1;
    return base - (value - low) / (high - low) * (height - 3 * kInset - 1);
}

std::string counterText(const CounterCurve& curve, double value) {
    const bool isLarge = !(std::abs(value) < kWholeBelow);
    if (curve.unit == CounterUnit::Bytes && !isLarge) return formatBytes(std::llround(value));
    if (!isLarge && value == std::floor(value)) return formatCount(static_cast<std::int64_t>(value));
    return formatNumber(value);
}

CounterReading readCounter(const CounterCurve& curve, RankTime at, TimeRange range) {
    CounterReading out;
    out.name = curve.name.empty() ? curve.series : curve.name;
    if (!curve.series.empty() && out.name.find(curve.series) == std::string::npos) out.name += ", " + curve.series;
    if (curve.unit == CounterUnit::Bytes) out.unit = "bytes";
    if (const auto value = valueAt(curve, at)) out.value = counterText(curve, *value);
    out.least = counterText(curve, curve.least);
    out.most = counterText(curve, curve.most);
    const auto first = std::lower_bound(curve.times.begin(), curve.times.end(), count(range.begin));
    const auto last = std::lower_bound(first, curve.times.end(), count(range.end));
    std::optional<double> low = valueAt(curve, range.begin), high = low; // it still holds
    for (auto it = first; it != last; ++it) {
        const double value = curve.values[static_cast<std::size_t>(it - curve.times.begin())];
        low = std::min(low.value_or(value), value);
        high = std::max(high.value_or(value), value);
    }
    if (low) out.leastIn = counterText(curve, *low);
    if (high) out.mostIn = counterText(curve, *high);
    return out;
}

} // namespace lanescope::scene
