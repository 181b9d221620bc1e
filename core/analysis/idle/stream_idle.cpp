#include "core/analysis/idle/stream_idle.h"

#include "core/analysis/run_merge.h"
#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

void addGap(StreamIdle& out, std::int64_t gapNs, bool hostWaited) {
    if (hostWaited) {
        out.hostWaitNs += gapNs;
        ++out.hostWaitCount;
    } else if (gapNs < kConsecutiveKernelDelayNs) {
        out.kernelWaitNs += gapNs;
        ++out.kernelWaitCount;
    } else {
        out.otherNs += gapNs;
        ++out.otherCount;
    }
}

} // namespace

std::vector<StreamIdle> streamIdle(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                                   const std::stop_token& stop) {
    std::map<std::optional<std::int64_t>, std::vector<SliceId>> byStream;
    forEachWorkOnStream(store, device,
                        [&](SliceId s, std::optional<std::int64_t> stream) { byStream[stream].push_back(s); });
    std::vector<StreamIdle> out;
    for (auto& [stream, work] : byStream) {
        sortStoppable(
            work,
            [&store](SliceId a, SliceId b) {
                if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
                return store.eventOffset(a) < store.eventOffset(b);
            },
            stop);
        StreamIdle figures;
        figures.stream = stream;
        figures.otherCount = 1;
        for (std::size_t i = 1; i < work.size(); ++i) {
            if (i % 16'384 == 0 && stop.stop_requested()) return out;
            const auto call = launches.callOf(work[i]);
            const RankTime previousEnd = store.end(work[i - 1]);
            addGap(figures, (store.start(work[i]) - previousEnd).count(), call && store.start(*call) > previousEnd);
        }
        out.push_back(figures);
    }
    return out;
}

} // namespace lanescope
