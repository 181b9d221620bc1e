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
        while (m_enclosingAt < m_enclosing.size() && m_enclosing[m_enclosingAt].time < start) bindEnclosing();
        for (; m_nextAt < m_next.size() && m_next[m_nextAt].time <= start; ++m_nextAt)
            m_bound[m_next[m_nextAt].flow] = record;
        dropEnded(start);
        Open& top = m_open.emplace_back();
        top.start = start;
        top.end = end;
        top.record = record;
    }
    // Record by flow, kNoRecord = none; after the last slice.
    std::vector<std::uint32_t> finish(const RawThreadData& data, const ThreadSlices& slices);

private:
    struct Point {
        std::int64_t time;
        std::uint32_t flow;
    };
    struct Open {
        std::int64_t start, end;
        std::uint32_t record;
    };
    void dropEnded(std::int64_t time) {
        while (!m_open.empty() && m_open.back().end <= time && m_open.back().start < time) m_open.pop_back();
    }
    void bindEnclosing() {
        const Point& point = m_enclosing[m_enclosingAt++];
        dropEnded(point.time);
        if (!m_open.empty()) m_bound[point.flow] = m_open.back().record;
    }
    std::vector<Point> m_enclosing, m_next; // by time
    std::size_t m_enclosingAt = 0, m_nextAt = 0;
    std::vector<Open> m_open; // the last opened on top; what has ended is dropped when it is on top
    std::vector<std::uint32_t> m_bound;
};

} // namespace lanescope::build
