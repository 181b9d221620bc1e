#include "core/analysis/kernels/by_name.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope {

std::vector<NameTotal> selectByName(const TraceStore& store, TimeRange range, RunContext& run,
                                    const std::function<bool(TrackId)>& wanted) {
    if (range.empty()) return {};
    std::unordered_map<std::uint32_t, NameTotal> totals;
    for (const Lane& lane : store.lanes()) {
        if (run.stopRequested()) break;
        if (wanted && !wanted(lane.track)) continue;
        // Within a lane starts and ends ascend: the first that reaches into the range is found by halving.
        std::uint32_t low = lane.firstSlice;
        std::uint32_t high = lane.firstSlice + lane.sliceCount;
        const std::uint32_t last = high;
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (store.end(SliceId{middle}) < range.begin)
                low = middle + 1;
            else
                high = middle;
        }
        for (std::uint32_t row = low; row < last; ++row) {
            const TimeRange slice = store.range(SliceId{row});
            if (slice.begin >= range.end) break;
            const bool inside = slice.empty() ? range.contains(slice.begin) : slice.overlaps(range);
            if (!inside) continue;
            NameTotal& total = totals[store.nameId(SliceId{row}).value];
            total.name = store.nameId(SliceId{row});
            ++total.count;
            total.insideNs += slice.clippedTo(range).length().count();
        }
    }
    std::vector<NameTotal> out;
    out.reserve(totals.size());
    for (const auto& [name, total] : totals) out.push_back(total);
    std::sort(out.begin(), out.end(), [&store](const NameTotal& a, const NameTotal& b) {
        return a.insideNs != b.insideNs ? a.insideNs > b.insideNs : store.text(a.name) < store.text(b.name);
    });
    return out;
}

} // namespace lanescope
