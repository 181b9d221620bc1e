#include "widgets/panels/analysis/chart_scale.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

using models::ChartAxis;
using models::Scaling;

ChartScale::ChartScale(const ChartAxis& axis, double low, double high, double fromPx, double toPx)
    : m_log(axis.scaling == Scaling::Log), m_whole(axis.unit == Unit::Count), m_from(fromPx), m_to(toPx) {
    if (m_log) {
        low = std::max(low, 1e-12);
        high = std::max(high, low * 1.0001);
    }
    m_low = inner(low);
    m_high = inner(high);
    if (m_high - m_low < 1e-9 * std::max(1.0, std::abs(m_high))) {
        m_low -= m_log ? 0.5 : std::max(0.5, std::abs(m_low) * 0.05);
        m_high += m_log ? 0.5 : std::max(0.5, std::abs(m_high) * 0.05);
    }
}

double ChartScale::inner(double value) const { return m_log ? std::log10(std::max(value, 1e-12)) : value; }

double ChartScale::px(double value) const {
    return m_from + (inner(value) - m_low) / (m_high - m_low) * (m_to - m_from);
}

double ChartScale::value(double px) const {
    const double at = m_low + (px - m_from) / (m_to - m_from) * (m_high - m_low);
    return m_log ? std::pow(10.0, at) : at;
}

std::vector<ChartScale::Tick> ChartScale::ticks(double minPxApart) const {
    std::vector<Tick> out;
    const double room = std::abs(m_to - m_from);
    const double most = std::max(1.0, std::floor(room / std::max(1.0, minPxApart)));
    const auto add = [&](double value) { out.push_back({value, px(value)}); };
    if (m_log) {
        const double stride = std::max(1.0, std::ceil((m_high - m_low) / most));
        for (double e = std::ceil(m_low - 1e-9); e <= m_high + 1e-9; e += stride) add(std::pow(10.0, e));
        if (out.size() >= 2) return out;
        out.clear();
        for (double e = std::floor(m_low); e <= m_high; e += 1)
            for (const double part : {1.0, 2.0, 5.0})
                if (const double v = part * std::pow(10.0, e);
                    inner(v) >= m_low - 1e-9 && inner(v) <= m_high + 1e-9 &&
                    (out.empty() || std::abs(px(v) - out.back().px) >= minPxApart))
                    add(v);
        return out;
    }
    const double raw = (m_high - m_low) / most;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power * 10;
    for (const double part : {1.0, 2.0, 5.0})
        if (part * power >= raw) {
            step = part * power;
            break;
        }
    if (m_whole) step = std::max(step, 1.0);
    for (double i = std::ceil(m_low / step - 1e-9); i * step <= m_high + step * 1e-9; i += 1) add(i * step);
    return out;
}

namespace {

// Small numbers of a logarithmic axis keep two digits: "0.00001".
std::string plainNumber(double value) {
    if (value == 0 || !std::isfinite(value) || std::abs(value) >= 1e-3 || std::abs(value) < 1e-12)
        return formatNumber(value);
    const int decimals = static_cast<int>(std::ceil(-std::log10(std::abs(value)) - 1e-9)) + 1;
    std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
    while (text.back() == '0') text.pop_back();
    return (value < 0 ? kMinus : "") + text;
}

} // namespace

std::string axisText(const ChartAxis& axis, double value) {
    const auto whole = static_cast<std::int64_t>(std::llround(std::clamp(value, -9e18, 9e18)));
    switch (axis.unit) {
    case Unit::Nanoseconds:
        return formatDuration(whole, Precision::Slice);
    case Unit::TimePoint:
        return formatOffset(whole);
    case Unit::Bytes:
        return formatBytes(whole);
    case Unit::BytesPerSecond:
        return formatRate(value);
    case Unit::Ratio:
        return formatShare(value);
    case Unit::Count:
        return value == std::floor(value) ? formatCount(whole) : formatNumber(value);
    default:
        return plainNumber(value) + (axis.suffix.empty() ? "" : kThinSpace + axis.suffix);
    }
}

} // namespace lanescope::panels
