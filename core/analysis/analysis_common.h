// What the analyses of the list share: which devices are asked for, and the window on each. Any thread.
#pragma once

#include "core/analysis/analysis.h"

namespace lanescope {

struct WindowedDevice {
    std::shared_ptr<const DeviceWork> work;
    std::string name;         // key as text
    std::int64_t beginNs = 0; // the asked range, else first start to last end of the device's work
    std::int64_t endNs = 0;
};
// The devices of the input that have work, by key.
std::vector<WindowedDevice> devicesOf(const TraceStore& store, const AnalysisInput& input);

// The range, else everything.
TimeRange rangeOf(const TraceStore& store, const AnalysisInput& input);

Cell countCell(std::uint64_t n);
// part / whole, not applicable when there is no whole.
Cell shareCell(std::int64_t part, std::int64_t whole);
Cell ratioCell(double part, double whole);
Cell maybeCell(const std::optional<double>& value); // not applicable when there is none
Cell maybeCell(const std::optional<std::int64_t>& value);
Cell textCell(std::string_view text); // not applicable when it is empty
// Times are whole nanoseconds everywhere, means and deviations too.
Cell roundedCell(double ns);
Cell nameCell(const TraceStore& store, std::optional<SliceId> slice); // not applicable when there is none

// The innermost operator (or annotation, when there is no operator) above a slice; the innermost python frame.
std::optional<SliceId> operatorAbove(const TraceStore& store, SliceId slice);
std::optional<SliceId> frameAbove(const TraceStore& store, SliceId slice);

Table makeTable(const TraceStore& store, std::string id, std::string title, std::vector<Column> columns);
Error stoppedError();

} // namespace lanescope
