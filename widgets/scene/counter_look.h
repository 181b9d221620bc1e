// How a counter is read and where its curve lies: for the row, the value under the pointer, and tooltips. Any thread.
#pragma once

#include "core/query/counters.h"

#include <optional>
#include <string>

namespace lanescope::scene {

// Px of a value in a row whose top is at `top`: 0 (or the least value, when that is below) lies near its lower edge,
// the largest value of the whole trace near its upper one, whatever is in view.
double counterY(const CounterCurve& curve, double top, double height, double value);

std::string counterText(const CounterCurve& curve, double value); // "1.32 GB", "0.125", "1 284"

struct CounterReading {
    std::string name;                           // "GPU 0 Utilization", with its series where that says more
    std::string unit;                           // "bytes"; empty when the file does not say
    std::optional<std::string> value;           // none before the first sample
    std::string least, most;                    // of the whole trace
    std::optional<std::string> leastIn, mostIn; // of the values that hold in the range; none: no value yet
};
CounterReading readCounter(const CounterCurve& curve, RankTime at, TimeRange range);

} // namespace lanescope::scene
