// Clocks and memory of this process, for `bench`. Any thread.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope::cli {

struct Spent {
    std::int64_t wallNs = 0;
    std::int64_t cpuNs = 0; // user and system, all threads
};

class Watch {
public:
    Watch();
    Spent elapsed() const;

private:
    Spent m_begin;
};

// The better of two runs of the same thing: a neighbour can only make a run slower.
Spent fasterOf(const std::optional<Spent>& a, const Spent& b);

struct Memory {
    std::int64_t residentBytes = 0;
    std::int64_t anonymousBytes = 0; // resident without the page cache of mapped files
    std::int64_t peakBytes = 0;      // resident, ever
};
Memory memoryNow(); // from /proc/self/status; zeros where there is none

// Freed memory stays with the process, so that a second run does not pay for new pages again.
void keepFreedMemory();

} // namespace lanescope::cli
