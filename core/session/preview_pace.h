// When to show what was read so far: at most ten times, at distances that double, and only while all previews together
// cost a small part of the load. Used on the delivering thread of a load.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanescope {

class PreviewPace {
public:
    static constexpr int kMaxPreviews = 10;
    static constexpr std::uint64_t kSmallestFile = std::uint64_t{2} << 20; // below, the end comes soon enough
    static constexpr std::uint64_t kMaxEvents = 8'000'000; // a preview is a second store: bound its memory

    // Bytes of the whole file; 0 = never due.
    explicit PreviewPace(std::uint64_t totalBytes);
    bool isDue(std::uint64_t doneBytes, std::uint64_t events);

    // Measures what one preview costs, and moves the next one away.
    class Taking {
    public:
        explicit Taking(PreviewPace& pace) : m_pace(pace), m_begin(Clock::now()) {}
        ~Taking() { m_pace.taken(Clock::now() - m_begin); }
        Taking(const Taking&) = delete;
        Taking& operator=(const Taking&) = delete;

    private:
        PreviewPace& m_pace;
        std::chrono::steady_clock::time_point m_begin;
    };

private:
    using Clock = std::chrono::steady_clock;
    void taken(Clock::duration cost);

    std::uint64_t m_total = 0;
    std::uint64_t m_next = 0; // bytes
    std::uint64_t m_done = 0; // bytes, when last asked
    int m_count = 0;
    Clock::time_point m_begin = Clock::now();
    Clock::duration m_spent{};
    Clock::duration m_last{};
};

} // namespace lanescope
