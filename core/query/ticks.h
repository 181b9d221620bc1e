// Marks of a time axis: steps of 1, 2 or 5 times a power of ten, one label per 90 to 140 px; on axes that are read as a
// clock, labels have room for their digits, and steps above a second are those of clocks (15 s, 30 s, 1 min ...). Any
// thread.
#pragma once

#include "core/query/time_axis.h"
#include "core/query/time_scale.h"

#include <string>
#include <vector>

namespace lanescope {

struct Tick {
    double x = 0; // px
    RankTime time;
    std::string label; // "+93 ms"; empty for the minor ones
};

struct Ticks {
    std::int64_t stepNs = 1; // between labelled marks
    std::int64_t unitNs = 1; // all labels are in this unit
    TimeAxis axis;
    std::vector<Tick> marks; // by x; labelled and minor (a fifth of a step, mostly)
};

Ticks timeTicks(const TimeScale& scale, const TimeAxis& axis);

// An offset from the axis' zero in the unit of the axis, as fine as one px needs, three decimals at least ("+92.000",
// "+92.000 ms"; of a clock both are "14:03:07.092").
struct AxisText {
    std::string number, whole;
};
AxisText axisText(Ns offset, const Ticks& ticks);
// Of a border of the view: rounded to the nearest last digit, as durations are, so that both say the same length.
AxisText borderText(Ns offset, const Ticks& ticks);

} // namespace lanescope
