// Level of detail over all lanes: groups of 16, 256, 4096 ... slices with their busy time, longest slice and the tone
// of most time. One pass over the slices; lanes in parallel.
#pragma once

#include "core/build/store_memory.h"
#include "core/build/work_share.h"

#include <span>

namespace lanescope::build {

inline constexpr std::uint32_t kLodFanout = 16;

void buildLod(StoreMemory& memory, std::span<const Lane> lanes, std::span<const CategoryInfo> categories,
              const Sharing& sharing);

} // namespace lanescope::build
