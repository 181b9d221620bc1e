// The four numbers of one window, counted while the work streams by in order of start: the generator's own arithmetic,
// shared with no analysis. Bounded memory. Not thread-safe.
#pragma once

#include "core/synth/catalog.h"

#include <array>
#include <cstdint>

namespace lanescope::synth {

inline constexpr std::int64_t kLaunchGapBelowNs = 50'000;
inline constexpr std::int64_t kLargeGapFromNs = 1'000'000;

struct Figures { // names as in METRICS 3; ns
    std::int64_t begin = 0, end = 0;
    std::int64_t busy = 0, compute = 0, comm = 0, mem = 0;
    std::int64_t overlap = 0, exposedComm = 0, exposedMem = 0, idle = 0;
    std::int64_t launchGap = 0, midGap = 0, largeGap = 0, headIdle = 0, tailIdle = 0;
    std::uint64_t launchGaps = 0, midGaps = 0, largeGaps = 0;
};

class WindowSweep {
public:
    explicit WindowSweep(std::int64_t begin);
    // Work clipped to the window already; starts never go back.
    void add(std::int64_t begin, std::int64_t end, Work work);
    std::int64_t lastEnd() const { return m_busyEnd; }
    // Counts to `end`, which no work may pass.
    Figures close(std::int64_t end);

private:
    void advance(std::int64_t to);
    void gap(std::int64_t ns);

    Figures m_out;
    std::int64_t m_now;
    std::int64_t m_busyEnd;
    bool m_any = false;
    std::array<std::int64_t, kWorkClasses> m_until{};
};

} // namespace lanescope::synth
