// Who encloses whom on one thread, and on which lane each slice is drawn. The parent of a slice is the shortest slice
// of its thread that contains it; of equal spans the earlier in opening order is the parent of the next. Python frames
// follow their ids among themselves. A slice takes the lowest free lane below that of the nearest slice around it on
// the same track; what only partly overlaps takes another lane, uncut. One pass over the opening order, n log n at
// worst.
#pragma once

#include "core/build/flow_binding.h"
#include "core/build/python_frames.h"
#include "core/build/thread_scratch.h"
#include "core/build/thread_slices.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanescope::build {

inline constexpr std::size_t kTrackRoles = static_cast<std::size_t>(TrackRole::Other) + 1;

static_assert(kTrackRoles <= 16); // four bits of a TrackLane

TrackRole trackRoleOf(RecordKind kind, std::uint8_t category, const CategoryTable& categories);

// Slices of each lane of each track.
using LaneSizes = std::array<std::vector<std::uint32_t>, kTrackRoles>;

// Fills scratch.order. Returns the number of slices; stopped: less.
std::size_t openingOrder(const ThreadSlices& slices, ThreadScratch& scratch, const std::stop_token& stop);
// Fills scratch.parents, and scratch.rows with lanes, of the first `count` of scratch.order. Frames of equal span
// change places in the order when their ids say so.
// `flows` sees every slice of the thread as it opens.
LaneSizes nestSlices(const ThreadSlices& slices, const PythonFrames& python, const CategoryTable& categories,
                     ThreadScratch& scratch, std::size_t count, FlowSweep& flows, const std::stop_token& stop);

} // namespace lanescope::build
