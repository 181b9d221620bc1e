#include "core/analysis/search/name_search.h"

#include <algorithm>

namespace lanescope {

Result<std::vector<SliceId>> searchNames(const TraceStore& store, const NamePattern& pattern, RunContext& run) {
    const Error stopped{ErrorCode::Cancelled, "the search was stopped", {}, {}};
    std::vector<std::uint8_t> hit(store.stringCount(), 0);
    for (std::uint32_t id = 0; id < hit.size(); ++id) {
        if (id % 256 == 0 && run.stopRequested()) return stopped;
        hit[id] = pattern.matchesName(store.text(StringId{id}));
    }
    std::vector<SliceId> out;
    const auto names = store.slices().name;
    for (std::uint32_t row = 0; row < names.size(); ++row) {
        if (row % 65'536 == 0 && run.stopRequested()) return stopped;
        if (hit[names[row]] != 0) out.push_back(SliceId{row});
    }
    std::sort(out.begin(), out.end(), [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        return store.eventOffset(a) < store.eventOffset(b);
    });
    return out;
}

} // namespace lanescope
