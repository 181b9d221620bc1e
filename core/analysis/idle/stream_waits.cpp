#include "core/analysis/idle/stream_waits.h"

#include <algorithm>

namespace lanescope {

StreamWaits::StreamWaits(const TraceStore& store) {
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::GpuSyncs) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const SliceId slice{row};
            if (store.role(slice) != Role::GpuSync || store.name(slice) != "Stream Wait Event") continue;
            m_ends[{store.device(slice), store.stream(slice)}].emplace_back(count(store.end(slice)), slice);
        }
    }
    for (auto& [key, ends] : m_ends) std::sort(ends.begin(), ends.end());
}

std::optional<SliceId> StreamWaits::endedWithin(std::optional<std::int64_t> device, std::optional<std::int64_t> stream,
                                                Interval gap) const {
    const auto known = m_ends.find({device, stream});
    if (known == m_ends.end()) return std::nullopt;
    const auto after = std::upper_bound(known->second.begin(), known->second.end(), gap.end,
                                        [](std::int64_t at, const auto& entry) { return at < entry.first; });
    if (after == known->second.begin() || (after - 1)->first <= gap.begin) return std::nullopt;
    return (after - 1)->second;
}

} // namespace lanescope
