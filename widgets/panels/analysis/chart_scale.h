// Values to px on one axis of a chart, linear or logarithmic, with round ticks and their texts. A value; any thread.
#pragma once

#include "widgets/models/analysis/chart.h"

#include <string>
#include <vector>

namespace lanescope::panels {

class ChartScale {
public:
    ChartScale() = default;
    // [low, high] over [fromPx, toPx]; fromPx may be below or above toPx. Widens what is too narrow; a log axis begins
    // at the smallest positive value.
    ChartScale(const models::ChartAxis& axis, double low, double high, double fromPx, double toPx);
    double px(double value) const;
    double value(double px) const;
    struct Tick {
        double value;
        double px;
    };
    std::vector<Tick> ticks(double minPxApart) const;

private:
    double inner(double value) const;    // log10, or the value
    bool m_log = false, m_whole = false; // whole: of things that are counted, no ticks between two numbers
    double m_low = 0, m_high = 1, m_from = 0, m_to = 1;
};

// "412.0 µs", "201 GB/s", "+1.204 ms" from the start of the trace.
std::string axisText(const models::ChartAxis& axis, double value);

} // namespace lanescope::panels
