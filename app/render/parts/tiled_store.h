// The same trace several times in a row, in memory: what drawing costs for traces of any size. One thread.
#pragma once

#include "core/store/trace_store.h"

#include <memory>

namespace lanescope::render {

// Slices, lanes, tracks and the level of detail, `copies` times; sides that drawing does not read are left out.
std::shared_ptr<const TraceStore> tiled(const TraceStore& store, unsigned copies);

} // namespace lanescope::render
