// The step strip as plain data: one bar per step with the parts that add up. Pure; any thread.
#pragma once

#include "core/analysis/four_numbers.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::models {

// Parts in the fixed order: compute, exposed communication, exposed copies, idle. Their sum is the whole.
using Parts = std::array<std::int64_t, 4>;
Parts partsOf(const FourNumbers& numbers);

struct StepBar {
    std::size_t step = 0; // index in store.steps()
    std::int64_t number = 0;
    std::int64_t beginNs = 0, endNs = 0; // window, file clock
    Parts parts{};
    bool hasWork = false; // some GPU work of the device lies in it
    bool warmup = false;
    bool cutOff = false;
    bool outlier = false; // more than three median deviations from the median
    std::int64_t wallNs() const { return endNs - beginNs; }
};

struct StepStripData {
    std::vector<StepBar> bars;
    std::int64_t longestNs = 0;
    std::int64_t medianNs = 0; // of the steps that are neither warm-up nor cut off; of all when there are none
};

// `device` may be null: a trace without GPU work still has steps.
StepStripData stepStrip(const TraceStore& store, const DeviceReport* device);

// Median of an unsorted list, the mean of the middle two when even; 0 for none.
std::int64_t medianOf(std::vector<std::int64_t> values);

// The step to look at first: neither warm-up nor cut off, its length the median (the shorter of the middle two), the
// earliest of equals. None when there are no steps.
std::optional<std::size_t> typicalStep(const TraceStore& store);

// The step whose window holds `ns`; else none.
std::optional<std::size_t> stepAt(const std::vector<StepBar>& bars, std::int64_t ns);

} // namespace lanescope::models
