// Which slice each flow point of a thread stands on: s and t on the slice around them, the last opened where there are
// several; f on the next one that starts, unless it says "enclosing". Fed with the slices as they open. One thread.
#pragma once

#include "core/build/thread_slices.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanescope::build {

class FlowSweep {
public:
    FlowSweep(const RawThreadData& data, const std::stop_token& stop);
    bool any() const { return !m_bound.empty(); }
    // The slices of the thread itself, in opening order.
    void open(std::int64_t start, std::int64_t end, std::uint32_t record) {
        while (m_enclosing.time < start) bindEnclosing();
        // Slices may start at the end of all numbers, too.
        for (; m_next.time <= start && m_next.at < m_next.flows.size(); advance(m_next))
            m_bound[m_next.flows[m_next.at]] = record;
        dropEnded(start);
        Open& top = m_open.emplace_back();
        top.start = start;
        top.end = end;
        top.record = record;
    }
    // Record by flow, kNoRecord = none; after the last slice.
    std::vector<std::uint32_t> finish(const ThreadSlices& slices);

private:
    struct Queue { // by time
        std::vector<std::uint32_t> flows;
        std::size_t at = 0;
        std::int64_t time = INT64_MAX; // of the first that waits; INT64_MAX at the end
    };
    struct Open {
        std::int64_t start, end;
        std::uint32_t record;
    };
    void dropEnded(std::int64_t time) {
        while (!m_open.empty() && m_open.back().end <= time && m_open.back().start < time) m_open.pop_back();
    }
    void bindEnclosing() {
        dropEnded(m_enclosing.time);
        if (!m_open.empty()) m_bound[m_enclosing.flows[m_enclosing.at]] = m_open.back().record;
        advance(m_enclosing);
    }
    void advance(Queue& queue) const {
        ++queue.at;
        readTime(queue);
    }
    void readTime(Queue& queue) const {
        queue.time = queue.at < queue.flows.size() ? m_data.flows[queue.flows[queue.at]].time : INT64_MAX;
    }
    const RawThreadData& m_data;
    Queue m_enclosing, m_next;
    std::vector<Open> m_open; // the last opened on top; what has ended is dropped when it is on top
    std::vector<std::uint32_t> m_bound;
};

} // namespace lanescope::build
