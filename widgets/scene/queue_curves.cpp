#include "widgets/scene/queue_curves.h"

#include "core/analysis/launches/queue_length.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::scene {

namespace {

struct Samples {
    std::vector<std::int64_t> times;
    std::vector<double> values;
};

Samples thinned(const std::vector<QueuePoint>& points) {
    Samples out;
    const std::size_t stretch = (points.size() + kMostSamples / 2 - 1) / (kMostSamples / 2);
    const auto add = [&](std::int64_t time, std::int64_t value) {
        if (!out.times.empty() && out.times.back() == time) // several changes at one time: the last one holds
            out.values.back() = static_cast<double>(value);
        else {
            out.times.push_back(time);
            out.values.push_back(static_cast<double>(value));
        }
    };
    for (std::size_t i = 0; i < points.size(); i += std::max<std::size_t>(1, stretch)) {
        const std::size_t end = std::min(points.size(), i + std::max<std::size_t>(1, stretch));
        const auto peak = std::max_element(
            points.begin() + static_cast<std::ptrdiff_t>(i), points.begin() + static_cast<std::ptrdiff_t>(end),
            [](const QueuePoint& a, const QueuePoint& b) { return a.length < b.length; });
        add(peak->ns, peak->length);
        if (points[end - 1].ns > peak->ns || stretch <= 1) add(points[end - 1].ns, points[end - 1].length);
    }
    return out;
}

} // namespace

std::shared_ptr<const CounterSet> countersWithQueues(const TraceStore& store, const std::vector<DeviceWork>& devices) {
    std::shared_ptr<CounterSet> out = CounterSet::of(store);
    const LaunchIndex launches(store);
    for (const DeviceWork& device : devices) {
        if (!device.key.device || !device.key.process.empty()) continue;
        const std::vector<StreamQueue> queues = queueLengths(store, device, launches, QueueKind::Pending);
        const auto busiest =
            std::max_element(queues.begin(), queues.end(), [](const StreamQueue& a, const StreamQueue& b) {
                return a.points.size() < b.points.size();
            });
        if (busiest == queues.end() || busiest->points.empty()) continue;
        CounterCurve curve;
        curve.name = "launch queue";
        if (busiest->stream) curve.series = fmt::format("stream {}", *busiest->stream);
        curve.device = *device.key.device;
        Samples samples = thinned(busiest->points);
        out->add(std::move(curve), std::move(samples.times), std::move(samples.values));
    }
    return out;
}

} // namespace lanescope::scene
