#include "core/build/flow_binding.h"

#include <algorithm>

namespace lanescope::build {
namespace {

std::vector<std::uint32_t> flowsByTime(const RawThreadData& data) {
    std::vector<std::uint32_t> flows(data.flows.size());
    for (std::uint32_t i = 0; i < flows.size(); ++i) flows[i] = i;
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return data.flows[a].time < data.flows[b].time; };
    if (!std::is_sorted(flows.begin(), flows.end(), less)) std::stable_sort(flows.begin(), flows.end(), less);
    return flows;
}

} // namespace

std::vector<std::uint32_t> bindFlows(const RawThreadData& data, const ThreadSlices& slices,
                                     const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> bound(data.flows.size(), kNoRecord);
    std::vector<std::uint32_t> open; // the last opened on top; what has ended is dropped when it is on top
    std::size_t opened = 0, next = 0;
    for (const std::uint32_t f : flowsByTime(data)) {
        const RawFlow& flow = data.flows[f];
        if (flow.phase == 'f' && (flow.flags & RawEvent::kBindEnclosing) == 0) {
            while (next < order.size() && slices.start(order[next]) < flow.time) ++next;
            if (next < order.size()) bound[f] = order[next];
            continue;
        }
        for (; opened < order.size() && slices.start(order[opened]) <= flow.time; ++opened)
            open.push_back(order[opened]);
        const auto isOver = [&](std::uint32_t s) { return slices.end(s) <= flow.time && slices.start(s) < flow.time; };
        while (!open.empty() && isOver(open.back())) open.pop_back();
        if (!open.empty()) bound[f] = open.back();
    }
    for (const BoundFlow& own : data.boundFlows) bound[own.flow] = slices.isSlice(own.record) ? own.record : kNoRecord;
    return bound;
}

} // namespace lanescope::build
