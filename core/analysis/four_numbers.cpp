#include "core/analysis/four_numbers.h"

#include <algorithm>

namespace lanescope {

namespace {

std::optional<double> ratio(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(whole);
}

void addGap(FourNumbers& out, Interval gap, const GapThresholds& t) {
    const std::int64_t ns = gap.length();
    if (ns < t.launchBelowNs) {
        out.launchGapNs += ns;
        ++out.launchGapCount;
    } else if (ns >= t.largeFromNs) {
        out.largeGapNs += ns;
        ++out.largeGapCount;
        out.largeGaps.push_back(gap);
    } else {
        out.midGapNs += ns;
        ++out.midGapCount;
    }
}

// Head, gaps and tail of the window, straight from the busy list.
void splitIdle(FourNumbers& out, const DeviceWork& work, const GapThresholds& t) {
    const auto busy = touching(work.busy, out.beginNs, out.endNs);
    if (busy.empty()) {
        out.headIdleNs = out.wallNs;
        return;
    }
    out.headIdleNs = std::max<std::int64_t>(0, busy.front().begin - out.beginNs);
    out.tailIdleNs = std::max<std::int64_t>(0, out.endNs - busy.back().end);
    for (std::size_t i = 1; i < busy.size(); ++i) addGap(out, {busy[i - 1].end, busy[i].begin}, t);
}

} // namespace

std::optional<double> FourNumbers::busyShare() const { return ratio(busyNs, wallNs); }
std::optional<double> FourNumbers::exposedCommShare() const { return ratio(exposedCommNs, wallNs); }
std::optional<double> FourNumbers::overlapShare() const { return ratio(overlapNs, commNs); }

FourNumbers fourNumbers(const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs, const GapThresholds& t) {
    FourNumbers out;
    out.beginNs = beginNs;
    out.endNs = std::max(beginNs, endNs);
    out.wallNs = out.endNs - out.beginNs;
    const auto within = [&](const IntervalList& list) { return lengthWithin(list, out.beginNs, out.endNs); };
    out.busyNs = within(work.busy);
    out.computeNs = within(work.compute);
    out.commNs = within(work.comm);
    out.memNs = within(work.mem);
    out.overlapNs = within(work.overlap);
    out.exposedCommNs = within(work.exposedComm);
    out.exposedMemNs = within(work.exposedMem);
    out.idleNs = out.wallNs - out.busyNs;
    splitIdle(out, work, t);
    return out;
}

std::optional<FourNumbers> wholeWindow(const DeviceWork& work, const GapThresholds& t) {
    if (work.busy.empty()) return std::nullopt;
    return fourNumbers(work, work.extent.begin, work.extent.end, t);
}

} // namespace lanescope
