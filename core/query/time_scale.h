// Where time meets pixels: the only place in the program. A scale maps the ns of a file to px of the canvas (left edge
// = 0) and back. Columns are whole px counted from the origin of the trace, not from the view, so what is decided per
// column (folded runs, bands) changes with the zoom only and stands still while panning. A value; any thread.
#pragma once

#include "core/base/time.h"

#include <cstdint>

namespace lanescope {

class TimeScale {
public:
    TimeScale() = default;
    // nsPerPx > 0. `begin` is the wanted time at px 0; it is moved to the nearest column border (at most half a px).
    TimeScale(RankTime origin, RankTime begin, double nsPerPx, double widthPx);
    // The whole range over the width, with `marginPx` left free at both sides.
    static TimeScale fit(RankTime origin, TimeRange range, double widthPx, double marginPx = 0);

    RankTime origin() const { return m_origin; }
    double nsPerPx() const { return m_nsPerPx; }
    double widthPx() const { return m_widthPx; }

    double x(RankTime t) const;      // px; may be far outside the canvas
    double px(Ns length) const;      // of a stretch of time
    RankTime timeAt(double x) const; // the last whole ns at or before x
    Ns length(double px) const;      // nearest ns
    TimeRange visible() const;       // first ns in view to first ns beyond it

    std::int64_t firstColumn() const { return m_firstColumn; } // at px 0
    std::int64_t endColumn() const;                            // first one right of the canvas
    std::int64_t columnOf(RankTime t) const;
    RankTime columnStart(std::int64_t column) const; // first ns t with columnOf(t) >= column
    double columnX(std::int64_t column) const { return static_cast<double>(column - m_firstColumn); }

    // The same time stays under x (to half a px). factor > 1 shows less time. Kept within kMinNsPerPx and kMaxNsPerPx.
    TimeScale zoomedAt(double x, double factor) const;
    TimeScale pannedBy(double px) const; // positive: later times come into view
    TimeScale withWidth(double widthPx) const;

    friend bool operator==(const TimeScale&, const TimeScale&) = default;

private:
    RankTime m_origin{};
    double m_nsPerPx = 1;
    double m_widthPx = 0;
    std::int64_t m_firstColumn = 0;
};

inline constexpr double kMinNsPerPx = 1.0 / 1024;
inline constexpr double kMaxNsPerPx = 1e12; // a canvas of days

} // namespace lanescope
