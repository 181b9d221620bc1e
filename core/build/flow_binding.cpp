#include "core/build/flow_binding.h"

#include "core/build/time_order.h"

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;

struct FlowTimes {
    const BlockList<RawFlow>& flows;
    static bool has(std::uint32_t) { return true; }
    std::int64_t time(std::uint32_t i) const { return flows[i].time; }
};

} // namespace

std::vector<std::uint32_t> bindFlows(const RawThreadData& data, const ThreadSlices& slices,
                                     std::span<const std::uint32_t> order, const std::stop_token& stop) {
    if (data.flows.size() == 0) return {};
    const FlowTimes times{data.flows};
    std::vector<std::uint32_t> byTime(data.flows.size());
    TimeOrder<FlowTimes>::sort(times, static_cast<std::uint32_t>(data.flows.size()), byTime.data(), stop);
    if (stop.stop_requested()) return {};
    std::vector<std::uint32_t> bound(data.flows.size(), kNoRecord);
    std::vector<std::uint32_t> open; // the last opened on top; what has ended is dropped when it is on top
    std::size_t opened = 0, next = 0;
    // What runs beside the thread is no place for its flows.
    const auto isAsync = [&](std::uint32_t s) { return slices.record(s).kind() == RecordKind::AsyncBegin; };
    std::uint32_t seen = 0;
    for (const std::uint32_t f : byTime) {
        if (++seen % kStopEvery == 0 && stop.stop_requested()) return bound;
        const RawFlow& flow = data.flows[f];
        if (flow.phase == 'f' && (flow.flags & RawEvent::kBindEnclosing) == 0) {
            while (next < order.size() && (slices.start(order[next]) < flow.time || isAsync(order[next]))) ++next;
            if (next < order.size()) bound[f] = order[next];
            continue;
        }
        for (; opened < order.size() && slices.start(order[opened]) <= flow.time; ++opened)
            if (!isAsync(order[opened])) open.push_back(order[opened]);
        const auto isOver = [&](std::uint32_t s) { return slices.end(s) <= flow.time && slices.start(s) < flow.time; };
        while (!open.empty() && isOver(open.back())) open.pop_back();
        if (!open.empty()) bound[f] = open.back();
    }
    for (const BoundFlow& own : data.boundFlows) bound[own.flow] = slices.isSlice(own.record) ? own.record : kNoRecord;
    return bound;
}

} // namespace lanescope::build
