#include "core/query/time_scale.h"

#include "core/base/check.h"

#include <cmath>

namespace lanescope {

namespace {

constexpr double kFarNs = 4e18; // beyond any time of a file; keeps conversions to int64 defined

std::int64_t toInt(double ns) { return static_cast<std::int64_t>(std::clamp(ns, -kFarNs, kFarNs)); }

// Times of a file lie within days of each other, so the difference is exact in a double; the times are not.
double relative(RankTime t, RankTime origin) { return static_cast<double>((t - origin).count()); }

} // namespace

TimeScale::TimeScale(RankTime origin, RankTime begin, double nsPerPx, double widthPx)
    : m_origin(origin), m_nsPerPx(std::clamp(nsPerPx, kMinNsPerPx, kMaxNsPerPx)), m_widthPx(std::max(0.0, widthPx)) {
    LANESCOPE_CHECK(nsPerPx > 0);
    m_firstColumn = toInt(std::round(relative(begin, origin) / m_nsPerPx));
}

TimeScale TimeScale::fit(RankTime origin, TimeRange range, double widthPx, double marginPx) {
    const double inner = std::max(1.0, widthPx - 2 * marginPx);
    constexpr double leastColumns = 200;
    double nsPerPx = std::max(1.0, static_cast<double>(range.length().count())) / inner;
    // A hair more ns per px puts the beginning exactly on a column, so that a fitted range shows its own numbers.
    const double begin = relative(range.begin, origin);
    const double columns = std::floor(begin / nsPerPx);
    if (columns >= leastColumns) {
        nsPerPx = begin / columns;
        while (begin / nsPerPx < columns) nsPerPx = std::nextafter(nsPerPx, 0.0);
    }
    TimeScale scale(origin, range.begin, nsPerPx, widthPx);
    return marginPx == 0 ? scale : scale.pannedBy(-marginPx);
}

double TimeScale::x(RankTime t) const { return relative(t, m_origin) / m_nsPerPx - static_cast<double>(m_firstColumn); }

double TimeScale::px(Ns length) const { return static_cast<double>(length.count()) / m_nsPerPx; }

RankTime TimeScale::timeAt(double x) const {
    return m_origin + Ns{toInt(std::floor((static_cast<double>(m_firstColumn) + x) * m_nsPerPx))};
}

Ns TimeScale::length(double px) const { return Ns{toInt(std::round(px * m_nsPerPx))}; }

TimeRange TimeScale::visible() const { return {columnStart(m_firstColumn), columnStart(endColumn())}; }

std::int64_t TimeScale::endColumn() const { return m_firstColumn + toInt(std::ceil(m_widthPx)); }

// columnStart() rounds once; columnOf() is made to agree with it, whatever the division gives.
std::int64_t TimeScale::columnOf(RankTime t) const {
    std::int64_t column = toInt(std::floor(relative(t, m_origin) / m_nsPerPx));
    while (columnStart(column) > t) --column;
    while (columnStart(column + 1) <= t) ++column;
    return column;
}

RankTime TimeScale::columnStart(std::int64_t column) const {
    return m_origin + Ns{toInt(std::ceil(static_cast<double>(column) * m_nsPerPx))};
}

TimeScale TimeScale::zoomedAt(double x, double factor) const {
    TimeScale out = *this;
    out.m_nsPerPx = std::clamp(m_nsPerPx / factor, kMinNsPerPx, kMaxNsPerPx);
    const double at = (static_cast<double>(m_firstColumn) + x) * m_nsPerPx;
    out.m_firstColumn = toInt(std::round(at / out.m_nsPerPx - x));
    return out;
}

TimeScale TimeScale::pannedBy(double px) const {
    TimeScale out = *this;
    out.m_firstColumn = toInt(std::round(static_cast<double>(m_firstColumn) + px));
    return out;
}

TimeScale TimeScale::withWidth(double widthPx) const {
    TimeScale out = *this;
    out.m_widthPx = std::max(0.0, widthPx);
    return out;
}

} // namespace lanescope
