// Turns the raw events of one thread into rows of the store: order, parents, lanes, columns, flows. Each thread has its
// own range of rows and of every side column, so threads are built side by side; the result does not depend on who
// builds what.
#pragma once

#include "core/build/kind_cache.h"
#include "core/build/nesting.h"
#include "core/build/store_memory.h"
#include "core/build/thread_slices.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace lanescope::build {

struct TrackOut {
    TrackRole role = TrackRole::Other;
    std::vector<std::uint32_t> laneSizes;
    std::uint32_t rows() const;
};

// What few threads leave.
struct RareOut {
    SideList uncut;
    struct Wide {
        std::vector<std::uint32_t> rows;
        std::vector<std::int64_t> values;
    };
    std::array<Wide, 3> wide; // by WideField
    std::vector<std::uint32_t> stepRows, allocationRows;
    OddityList oddities;
};

// What a built thread leaves beside the rows it wrote.
struct ThreadOut {
    std::vector<TrackOut> tracks;        // in the order of their rows
    std::vector<std::uint32_t> flowRows; // by raw flow; kNoRow = bound to none
    std::unique_ptr<RareOut> rare;
};

struct ThreadBuildContext {
    const BuilderState& state;
    KindCache& kinds;
    StoreMemory& memory;
    std::stop_token stop;
};

struct ThreadPlace {
    std::uint32_t thread = 0;
    std::uint32_t firstRow = 0;   // rows [firstRow, firstRow + slices.rows())
    ArgCounts* nextArg = nullptr; // place in each side column; moved on. Null: the thread has no arguments
};

// Stopped: the result is not complete.
ThreadOut buildThread(const ThreadBuildContext& context, const ThreadPlace& place, ThreadSlices& slices);

} // namespace lanescope::build
