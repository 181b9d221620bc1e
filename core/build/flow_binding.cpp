#include "core/build/flow_binding.h"

#include "core/build/time_order.h"

namespace lanescope::build {

namespace {

struct FlowTimes {
    const BlockList<RawFlow>& flows;
    static bool has(std::uint32_t) { return true; }
    std::int64_t time(std::uint32_t i) const { return flows[i].time; }
};

} // namespace

FlowSweep::FlowSweep(const RawThreadData& data, const std::stop_token& stop) : m_data(data) {
    const auto count = static_cast<std::uint32_t>(data.flows.size());
    if (count == 0) return;
    m_bound.assign(count, kNoRecord);
    std::vector<std::uint32_t> byTime(count);
    const FlowTimes times{data.flows};
    byTime.resize(TimeOrder<FlowTimes>::sort(times, count, byTime.data(), stop));
    for (const std::uint32_t i : byTime) {
        const RawFlow& flow = data.flows[i];
        const bool next = flow.phase == 'f' && (flow.flags & RawEvent::kBindEnclosing) == 0;
        (next ? m_next : m_enclosing).flows.push_back(i);
    }
    readTime(m_enclosing);
    readTime(m_next);
}

std::vector<std::uint32_t> FlowSweep::finish(const ThreadSlices& slices) {
    while (m_enclosing.at < m_enclosing.flows.size()) bindEnclosing();
    for (const BoundFlow& own : m_data.boundFlows)
        m_bound[own.flow] = slices.isSlice(own.record) ? own.record : kNoRecord;
    return std::move(m_bound);
}

} // namespace lanescope::build
