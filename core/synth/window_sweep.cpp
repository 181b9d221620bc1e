#include "core/synth/window_sweep.h"

#include <algorithm>

namespace lanescope::synth {

WindowSweep::WindowSweep(std::int64_t begin) : m_now(begin), m_busyEnd(begin) {
    m_out.begin = begin;
    m_until.fill(begin);
}

// From m_now to `to` the set of running classes changes only where one of them ends.
void WindowSweep::advance(std::int64_t to) {
    while (m_now < to) {
        std::int64_t next = to;
        std::array<bool, kWorkClasses> on{};
        for (std::size_t c = 0; c < kWorkClasses; ++c) {
            on[c] = m_until[c] > m_now;
            if (on[c]) next = std::min(next, m_until[c]);
        }
        const std::int64_t ns = next - m_now;
        const bool compute = on[0], comm = on[1], mem = on[2];
        if (compute) m_out.compute += ns;
        if (comm) m_out.comm += ns;
        if (mem) m_out.mem += ns;
        if (compute && comm) m_out.overlap += ns;
        if (comm && !compute) m_out.exposedComm += ns;
        if (mem && !compute && !comm) m_out.exposedMem += ns;
        (compute || comm || mem ? m_out.busy : m_out.idle) += ns;
        m_now = next;
    }
}

void WindowSweep::gap(std::int64_t ns) {
    if (ns < kLaunchGapBelowNs) {
        m_out.launchGap += ns;
        ++m_out.launchGaps;
    } else if (ns < kLargeGapFromNs) {
        m_out.midGap += ns;
        ++m_out.midGaps;
    } else {
        m_out.largeGap += ns;
        ++m_out.largeGaps;
    }
}

void WindowSweep::add(std::int64_t begin, std::int64_t end, Work work) {
    if (begin >= end) return;
    advance(begin);
    if (!m_any) {
        m_out.headIdle = begin - m_out.begin;
        m_any = true;
    } else if (begin > m_busyEnd) {
        gap(begin - m_busyEnd);
    }
    m_busyEnd = std::max(m_busyEnd, end);
    auto& until = m_until[static_cast<std::size_t>(work)];
    until = std::max(until, end);
}

Figures WindowSweep::close(std::int64_t end) {
    advance(end);
    m_out.end = end;
    if (m_any)
        m_out.tailIdle = end - m_busyEnd;
    else
        m_out.headIdle = end - m_out.begin;
    return m_out;
}

} // namespace lanescope::synth
