// Who encloses whom on one thread, and on which lane each slice is drawn. The parent of a slice is the shortest slice
// of its thread that contains it; of equal spans the earlier in opening order is the parent of the next. Python frames
// follow their ids among themselves. A slice takes the lowest free lane below that of the nearest slice around it on
// the same track; what only partly overlaps takes another lane, uncut. One pass over the opening order, n log n at
// worst.
#pragma once

#include "core/build/python_frames.h"
#include "core/build/thread_slices.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanescope::build {

inline constexpr std::size_t kTrackRoles = static_cast<std::size_t>(TrackRole::Other) + 1;

// A track of its thread and a lane in it, in 32 bits.
struct TrackLane {
    std::uint32_t packed = 0;
    TrackLane() = default;
    TrackLane(TrackRole role, std::uint32_t lane) : packed((static_cast<std::uint32_t>(role) << 28) | lane) {}
    TrackRole role() const { return static_cast<TrackRole>(packed >> 28); }
    std::uint32_t lane() const { return packed & 0x0fffffffu; }
};
static_assert(kTrackRoles <= 16 && sizeof(TrackLane) == 4);

TrackRole trackRoleOf(const RawRecord& record, const CategoryTable& categories);

// Memory that is used again for thread after thread. All by record, but `order` and `records`.
struct ThreadScratch {
    std::vector<std::uint32_t> order;   // records by opening
    std::vector<std::uint32_t> parents; // kNoRecord = none
    std::vector<TrackLane> lanes;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> records; // by row of the thread
    std::vector<std::uint32_t> argsAt;  // ArgBytes::Position of records with arguments
    // Makes room for a thread; what was there is left as it is.
    void fit(std::size_t records);
};

// Slices of each lane of each track.
using LaneSizes = std::array<std::vector<std::uint32_t>, kTrackRoles>;

// Fills scratch.order. Returns the number of slices; stopped: less.
std::size_t openingOrder(const ThreadSlices& slices, ThreadScratch& scratch, const std::stop_token& stop);
// Fills scratch.parents and scratch.lanes of the first `count` of scratch.order. Frames of equal span change places in
// the order when their ids say so.
LaneSizes nestSlices(const ThreadSlices& slices, const PythonFrames& python, const CategoryTable& categories,
                     ThreadScratch& scratch, std::size_t count, const std::stop_token& stop);

} // namespace lanescope::build
