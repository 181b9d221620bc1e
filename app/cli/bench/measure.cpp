#include "app/cli/bench/measure.h"

#include <chrono>
#include <fstream>
#include <malloc.h>
#include <string>
#include <sys/resource.h>

namespace lanescope::cli {
namespace {

Spent now() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ns = [](const timeval& t) {
        return std::int64_t{t.tv_sec} * 1'000'000'000 + std::int64_t{t.tv_usec} * 1000;
    };
    const auto wall = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count(),
            ns(usage.ru_utime) + ns(usage.ru_stime)};
}

} // namespace

Watch::Watch() : m_begin(now()) {}

Spent Watch::elapsed() const {
    const Spent end = now();
    return {end.wallNs - m_begin.wallNs, end.cpuNs - m_begin.cpuNs};
}

Spent fasterOf(const std::optional<Spent>& a, const Spent& b) {
    if (!a) return b;
    return a->wallNs <= b.wallNs ? *a : b;
}

Memory memoryNow() {
    Memory memory;
    std::ifstream file("/proc/self/status");
    std::string key;
    while (file >> key) {
        std::int64_t* target = key == "VmRSS:"     ? &memory.residentBytes
                               : key == "RssAnon:" ? &memory.anonymousBytes
                               : key == "VmHWM:"   ? &memory.peakBytes
                                                   : nullptr;
        std::int64_t kib = 0;
        if (target && file >> kib) *target = kib * 1024;
        file.ignore(1 << 16, '\n');
    }
    return memory;
}

void keepFreedMemory() {
    mallopt(M_TRIM_THRESHOLD, 2'000'000'000);
    mallopt(M_MMAP_THRESHOLD, 1'000'000'000);
}

} // namespace lanescope::cli
