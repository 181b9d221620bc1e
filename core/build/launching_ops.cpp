#include "core/build/launching_ops.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 14;

} // namespace

void applyLaunchingOps(StoreMemory& memory, const BuilderState& state, std::span<const CategoryInfo> categories,
                       const std::stop_token& stop) {
    const bool any = std::any_of(state.nameFlags.begin(), state.nameFlags.end(),
                                 [](std::uint8_t flags) { return (flags & NameFlags::kCollectiveOp) != 0; });
    if (!any) return;
    const auto role = [&](std::uint32_t row) { return categories[memory.category[row]].role; };
    const auto isCollective = [&](std::uint32_t row) {
        return (state.nameFlags[memory.name[row]] & NameFlags::kCollectiveOp) != 0;
    };
    const StoreMemory::Launches& links = memory.launches;
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) return;
        const std::uint32_t work = links.workRows[i];
        const auto kind = static_cast<WorkKind>(memory.kind[work]);
        if (kind == WorkKind::None || kind == WorkKind::Communication) continue;
        // The innermost operator around the call: calls and python frames stand between.
        std::uint32_t at = memory.parent[links.callRows[i]];
        for (int steps = 0; at != kNoRow && role(at) != Role::CpuOp && steps < 16; ++steps) at = memory.parent[at];
        if (at == kNoRow || role(at) != Role::CpuOp || !isCollective(at)) continue;
        memory.kind[work] = static_cast<std::uint8_t>(WorkKind::Communication);
    }
}

} // namespace lanescope::build
