#include "tests/support/slow_analysis.h"

namespace lanescope::testing {

namespace {

struct Nanosecond {
    bool compute = false, comm = false, mem = false;
    bool busy() const { return compute || comm || mem; }
};

void countIdle(FourNumbers& out, const std::vector<Nanosecond>& marks, const GapThresholds& t) {
    const auto size = static_cast<std::int64_t>(marks.size());
    std::int64_t at = 0;
    while (at < size) {
        if (marks[static_cast<std::size_t>(at)].busy()) {
            ++at;
            continue;
        }
        std::int64_t last = at;
        while (last < size && !marks[static_cast<std::size_t>(last)].busy()) ++last;
        const std::int64_t ns = last - at;
        if (at == 0) {
            out.headIdleNs += ns;
        } else if (last == size) {
            out.tailIdleNs += ns;
        } else if (ns < t.launchBelowNs) {
            out.launchGapNs += ns;
            ++out.launchGapCount;
        } else if (ns >= t.largeFromNs) {
            out.largeGapNs += ns;
            ++out.largeGapCount;
            out.largeGaps.push_back({out.beginNs + at, out.beginNs + last});
        } else {
            out.midGapNs += ns;
            ++out.midGapCount;
        }
        at = last;
    }
}

} // namespace

FourNumbers slowFourNumbers(const std::vector<SlowWork>& work, std::int64_t begin, std::int64_t end,
                            const GapThresholds& t) {
    FourNumbers out;
    out.beginNs = begin;
    out.endNs = end;
    out.wallNs = end - begin;
    std::vector<Nanosecond> marks(static_cast<std::size_t>(out.wallNs));
    for (const SlowWork& w : work)
        for (std::int64_t ns = w.begin; ns < w.end; ++ns) {
            if (ns < begin || ns >= end) continue;
            Nanosecond& mark = marks[static_cast<std::size_t>(ns - begin)];
            if (w.cls == WorkClass::Compute) mark.compute = true;
            if (w.cls == WorkClass::Communication) mark.comm = true;
            if (w.cls == WorkClass::Memory) mark.mem = true;
        }
    for (const Nanosecond& mark : marks) {
        out.busyNs += mark.busy();
        out.idleNs += !mark.busy();
        out.computeNs += mark.compute;
        out.commNs += mark.comm;
        out.memNs += mark.mem;
        out.overlapNs += mark.comm && mark.compute;
        out.exposedCommNs += mark.comm && !mark.compute;
        out.exposedMemNs += mark.mem && !mark.compute && !mark.comm;
    }
    countIdle(out, marks, t);
    return out;
}

} // namespace lanescope::testing
