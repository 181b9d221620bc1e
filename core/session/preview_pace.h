// When to show what was read so far: at most ten times, each at twice the bytes of the one before or later, and only
// while all previews together cost a small part of the load. No clock of its own. Used on the delivering thread of a
// load.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanescope {

class PreviewPace {
public:
    using Duration = std::chrono::nanoseconds;
    static constexpr int kMaxPreviews = 10;
    static constexpr std::uint64_t kSmallestFile = std::uint64_t{2} << 20; // below, the end comes soon enough
    static constexpr std::uint64_t kMaxEvents = 8'000'000; // a preview is a second store: bound its memory

    // Bytes of the whole file; 0 = never due.
    explicit PreviewPace(std::uint64_t totalBytes);
    // `elapsed` since the load began.
    bool isDue(std::uint64_t doneBytes, std::uint64_t events, Duration elapsed) const;
    // A preview was shown at `doneBytes`, and making it took `cost`.
    void taken(std::uint64_t doneBytes, Duration cost);

private:
    std::uint64_t m_total = 0;
    std::uint64_t m_next = 0; // bytes
    int m_count = 0;
    Duration m_spent{};
    Duration m_last{};
};

} // namespace lanescope
