// What a job gets to report and to obey: progress (atomics that a timer polls) and a stop token.
// Any thread may update progress and ask for stop; polling is wait-free.
#pragma once

#include "core/base/stage_times.h"

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace lanescope {

struct Progress {
    std::atomic<std::uint64_t> done{0};   // bytes of the (compressed) input, or other units
    std::atomic<std::uint64_t> total{0};  // 0 = not known
    std::atomic<std::uint64_t> events{0}; // events read so far
};

class RunContext {
public:
    RunContext() = default;
    explicit RunContext(std::stop_token token) : m_stop(std::move(token)) {}
    RunContext(const RunContext&) = delete;
    RunContext& operator=(const RunContext&) = delete;

    bool stopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stopToken() const { return m_stop; }
    Progress& progress() { return m_progress; }
    const Progress& progress() const { return m_progress; }
    StageTimes& stages() { return m_stages; } // filled by whoever does the work; read by `bench`

private:
    std::stop_token m_stop;
    Progress m_progress;
    StageTimes m_stages;
};

} // namespace lanescope
