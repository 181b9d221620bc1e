// The four numbers of a window, and the parts that add up (METRICS 3).
//   compute + exposed_comm + exposed_mem + idle = window, to the nanosecond.
//   launch_gap + mid_gap + large_gap + head_idle + tail_idle = idle.
// Times are ns of the file clock. Any thread.
#pragma once

#include "core/analysis/device_work.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct GapThresholds {
    std::int64_t launchBelowNs = 50'000;
    std::int64_t largeFromNs = 1'000'000;
    friend bool operator==(const GapThresholds&, const GapThresholds&) = default;
};

struct FourNumbers {
    std::int64_t beginNs = 0, endNs = 0; // the window, file clock
    std::int64_t wallNs = 0;
    std::int64_t busyNs = 0, computeNs = 0, commNs = 0, memNs = 0;
    std::int64_t overlapNs = 0, exposedCommNs = 0, exposedMemNs = 0, idleNs = 0;
    std::int64_t launchGapNs = 0, midGapNs = 0, largeGapNs = 0, headIdleNs = 0, tailIdleNs = 0;
    std::uint64_t launchGapCount = 0, midGapCount = 0, largeGapCount = 0;
    std::vector<Interval> largeGaps; // each gap of largeFromNs and more between work

    // Shares as ratios; none where the whole is nothing (no window, no communication).
    std::optional<double> busyShare() const;        // busy / window
    std::optional<double> exposedCommShare() const; // exposed comm / window
    std::optional<double> overlapShare() const;     // overlap / comm
};

// An end before the begin counts as an empty window.
FourNumbers fourNumbers(const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs, const GapThresholds& t);
// Whole: first start to last end of the work that has a length; empty when there is none.
std::optional<FourNumbers> wholeWindow(const DeviceWork& work, const GapThresholds& t);

struct StepFigures {
    std::size_t step = 0; // index in store.steps()
    std::string name;     // ProfilerStep#N
    bool warmup = false, cutOff = false;
    FourNumbers byWindow;
    std::optional<FourNumbers> byLaunch; // none when no work was launched in the step
};

// From this difference of the busy shares of the two step views on it is said (warm-up steps left out).
inline constexpr double kViewsDifferFrom = 0.10;

struct DeviceReport {
    std::string device; // key as text, or "all"
    std::optional<FourNumbers> whole;
    std::vector<StepFigures> steps;
    std::uint64_t unassigned = 0;    // work whose launch is in no step
    std::uint64_t withoutLaunch = 0; // part of unassigned
    // Busy share over all steps that have both views, warm-up left out; none when there are none.
    std::optional<double> busyByWindow, busyByLaunch;
    bool windowAndLaunchDiffer = false; // the two differ by kViewsDifferFrom or more: say so
};

struct TraceReport {
    std::vector<DeviceReport> devices;
    DeviceReport all; // all devices together, as the reference figures
    GapThresholds thresholds;
};

TraceReport reportOf(const TraceStore& store, const GapThresholds& thresholds);
TraceReport reportOf(const TraceStore& store, const TraceWork& work, const GapThresholds& thresholds);

} // namespace lanescope
