// A made-up trace for measuring frames: as many slices on as many rows as the targets are stated for, whatever file is
// at hand. Host threads with operators and streams with kernels of several kinds, in bursts and gaps. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <memory>

namespace lanescope::render {

// `rows` rows of one lane each (4 host threads, the rest streams of two devices), about slices / rows on each.
std::shared_ptr<const TraceStore> madeStore(std::uint32_t slices, std::uint32_t rows);

} // namespace lanescope::render
