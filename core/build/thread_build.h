// Turns the raw events of one thread into rows of the store: order, parents, lanes, columns, flows, instants. Each
// thread has its own range of rows, so threads are built side by side; the result does not depend on who builds what.
#pragma once

#include "core/build/kind_cache.h"
#include "core/build/lanes.h"
#include "core/build/store_memory.h"
#include "core/build/thread_slices.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope::build {

struct TrackOut {
    TrackRole role = TrackRole::Other;
    std::vector<std::uint32_t> laneSizes;
    std::optional<std::int64_t> device, stream; // what most rows say
    std::uint32_t rows() const;
};

// What a built thread leaves beside the rows it wrote.
struct ThreadOut {
    std::vector<TrackOut> tracks; // in the order of their rows
    std::array<SideMemory, kArgFields> args;
    SideMemory uncut;
    struct Wide {
        std::vector<std::uint32_t> rows;
        std::vector<std::int64_t> values;
    };
    std::array<Wide, 3> wide;            // by WideField
    std::vector<std::uint32_t> flowRows; // by raw flow; kNoRow = bound to none
    std::vector<std::uint32_t> stepRows, allocationRows;
    OddityList oddities;
};

struct ThreadBuildContext {
    const BuilderState& state;
    KindCache& kinds;
    StoreMemory& memory;
    std::stop_token stop;
};

// Rows [firstRow, firstRow + slices.rows()). Stopped: the result is not complete.
ThreadOut buildThread(const ThreadBuildContext& context, std::uint32_t thread, ThreadSlices& slices,
                      std::uint32_t firstRow);

} // namespace lanescope::build
