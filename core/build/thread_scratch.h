// Working memory of one thread while it is built. A thread whose records all become rows works in its own part of the
// columns that are written last, so that building needs hardly more memory than its result; others get memory of their
// own. One thread at a time.
#pragma once

#include "core/build/store_memory.h"
#include "core/build/thread_slices.h"

#include <cstdint>
#include <vector>

namespace lanescope::build {

// A track of its thread and a lane in it, in 32 bits.
struct TrackLane {
    std::uint32_t packed = 0;
    static TrackLane of(TrackRole role, std::uint32_t lane) {
        return {(static_cast<std::uint32_t>(role) << 28) | lane};
    }
    TrackRole role() const { return static_cast<TrackRole>(packed >> 28); }
    std::uint32_t lane() const { return packed & 0x0fffffffu; }
};

class ThreadScratch {
public:
    ThreadScratch(StoreMemory& memory, const ThreadSlices& slices, std::uint32_t firstRow);

    std::uint32_t* order;   // records by opening
    std::uint32_t* parents; // by record; kNoRecord = none
    std::uint32_t* rows;    // by record: first TrackLane, then the row
    std::uint32_t* records; // by row of the thread
    std::uint32_t* argsAt;  // by record with arguments: ArgBytes::Position

    TrackLane lane(std::uint32_t record) const { return {rows[record]}; }
    // The columns that hold working memory until the end: start, name, correlation and external id. `order` may be
    // overwritten once rows are known.

private:
    std::vector<std::uint32_t> m_own;
};

} // namespace lanescope::build
