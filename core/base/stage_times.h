// CPU time per stage of a load, for `bench`: every part adds what its own threads spent. Cheap enough to be always on
// when called per chunk, never per event. Any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace lanescope {

enum class Stage : std::uint8_t {
    Inflate,
    Split,
    Parse,
    Build, // taking over batches
    Sort,  // tracks, lanes, columns
    Links, // parents, launches, flows
    Lod,
    IndexWrite,
    IndexOpen,
    Count_
};

constexpr std::string_view stageWord(Stage stage) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Stage::Count_)> kWords{
        "inflate", "split", "parse", "build", "sort", "links", "lod", "index_write", "index_open"};
    return kWords[static_cast<std::size_t>(stage)];
}

class StageTimes {
public:
    void add(Stage stage, std::int64_t cpuNs) {
        m_ns[static_cast<std::size_t>(stage)].fetch_add(cpuNs, std::memory_order_relaxed);
    }
    std::int64_t cpuNs(Stage stage) const {
        return m_ns[static_cast<std::size_t>(stage)].load(std::memory_order_relaxed);
    }

private:
    std::array<std::atomic<std::int64_t>, static_cast<std::size_t>(Stage::Count_)> m_ns{};
};

// Adds the calling thread's CPU time between construction and destruction.
class StageTimer {
public:
    StageTimer(StageTimes& times, Stage stage) : m_times(times), m_stage(stage), m_begin(now()) {}
    ~StageTimer() { m_times.add(m_stage, now() - m_begin); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    static std::int64_t now() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
    }
    StageTimes& m_times;
    Stage m_stage;
    std::int64_t m_begin;
};

} // namespace lanescope
