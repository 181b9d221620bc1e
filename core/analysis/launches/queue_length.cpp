#include "core/analysis/launches/queue_length.h"

#include "core/analysis/run_merge.h"
#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <functional>
#include <map>

namespace lanescope {

namespace {

struct Changes {
    std::vector<std::int64_t> come;
    std::vector<std::int64_t> go;
    std::uint64_t withoutLaunch = 0;
};

std::vector<QueuePoint> pointsOf(Changes& changes, const std::stop_token& stop) {
    sortStoppable(changes.come, std::less<>(), stop);
    sortStoppable(changes.go, std::less<>(), stop);
    std::vector<QueuePoint> out;
    if (stop.stop_requested()) return out;
    out.reserve(2 * changes.come.size());
    auto come = changes.come.begin();
    std::int64_t length = 0;
    for (const std::int64_t gone : changes.go) {
        for (; come != changes.come.end() && *come <= gone; ++come) out.push_back({*come, ++length});
        out.push_back({gone, --length});
    }
    return out;
}

} // namespace

std::vector<StreamQueue> queueLengths(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                                      QueueKind kind, const std::stop_token& stop) {
    std::map<std::optional<std::int64_t>, Changes> byStream;
    Changes* current = nullptr;
    std::optional<std::int64_t> currentStream;
    forEachWorkOnStream(store, device, [&](SliceId work, std::optional<std::int64_t> stream) {
        if (current == nullptr || stream != currentStream) {
            current = &byStream[stream];
            currentStream = stream;
        }
        const auto call = launches.callOf(work);
        if (!call) {
            ++current->withoutLaunch;
            return;
        }
        const std::int64_t come = count(store.start(*call));
        current->come.push_back(come);
        current->go.push_back(std::max(come, count(kind == QueueKind::Pending ? store.start(work) : store.end(work))));
    });
    std::vector<StreamQueue> out;
    for (auto& [stream, changes] : byStream) out.push_back({stream, pointsOf(changes, stop), changes.withoutLaunch});
    return out;
}

QueueFigures figuresOf(const StreamQueue& queue) {
    QueueFigures out;
    if (queue.points.empty()) return out;
    out.spanNs = queue.points.back().ns - queue.points.front().ns;
    double area = 0;
    for (std::size_t i = 0; i < queue.points.size(); ++i) {
        const QueuePoint& point = queue.points[i];
        out.max = std::max(out.max, point.length);
        if (i + 1 == queue.points.size()) break;
        const std::int64_t ns = queue.points[i + 1].ns - point.ns;
        area += static_cast<double>(ns) * static_cast<double>(point.length);
        if (point.length >= kFullQueue) out.fullNs += ns;
    }
    if (out.spanNs > 0) out.mean = area / static_cast<double>(out.spanNs);
    return out;
}

} // namespace lanescope
