#include "core/store/trace_store.h"

#include "core/base/check.h"

#include <algorithm>

namespace lanescope {

TraceStore::TraceStore(StoreParts parts, std::shared_ptr<const void> owner)
    : m_parts(std::move(parts)), m_owner(std::move(owner)) {
    bool any = false;
    for (const Lane& lane : m_parts.lanes) {
        if (lane.sliceCount == 0) continue;
        const SliceId first{lane.firstSlice};
        const SliceId last{lane.firstSlice + lane.sliceCount - 1};
        m_extent.begin = any ? std::min(m_extent.begin, start(first)) : start(first);
        m_extent.end = any ? std::max(m_extent.end, end(last)) : end(last);
        any = true;
    }
}

std::string_view TraceStore::text(StringId id) const {
    LANESCOPE_CHECK(id.value < m_parts.stringEnds.size() || id.value == 0);
    if (id.value >= m_parts.stringEnds.size()) return {};
    const std::uint64_t begin = id.value == 0 ? 0 : m_parts.stringEnds[id.value - 1];
    return m_parts.stringBytes.substr(begin, m_parts.stringEnds[id.value] - begin);
}

std::optional<StringId> TraceStore::findText(std::string_view wanted) const {
    for (std::uint32_t i = 0; i < m_parts.stringEnds.size(); ++i)
        if (text(StringId{i}) == wanted) return StringId{i};
    return std::nullopt;
}

std::optional<SliceId> TraceStore::parent(SliceId s) const {
    const std::uint32_t row = m_parts.slices.parent[s.value];
    if (row == kNoRow) return std::nullopt;
    return SliceId{row};
}

std::uint64_t TraceStore::eventOffset(SliceId s) const {
    return (std::uint64_t{m_parts.slices.offsetHigh[s.value]} << 32) | m_parts.slices.offsetLow[s.value];
}

LaneId TraceStore::lane(SliceId s) const {
    const auto it = std::upper_bound(m_parts.lanes.begin(), m_parts.lanes.end(), s.value,
                                     [](std::uint32_t row, const Lane& lane) { return row < lane.firstSlice; });
    LANESCOPE_CHECK(it != m_parts.lanes.begin());
    return LaneId{static_cast<std::uint32_t>(it - m_parts.lanes.begin() - 1)};
}

TrackId TraceStore::track(SliceId s) const { return m_parts.lanes[lane(s).value].track; }

std::optional<std::int64_t> TraceStore::device(SliceId s) const {
    if (const auto own = arg(ArgField::Device).find(s.value)) return own;
    return m_parts.tracks[track(s).value].device;
}

std::optional<std::int64_t> TraceStore::stream(SliceId s) const {
    if (const auto own = arg(ArgField::Stream).find(s.value)) return own;
    return m_parts.tracks[track(s).value].stream;
}

std::optional<SliceId> TraceStore::launchOf(SliceId work) const {
    const LaunchLinks& links = m_parts.launches;
    const auto it = std::lower_bound(links.workRows.begin(), links.workRows.end(), work.value);
    if (it == links.workRows.end() || *it != work.value) return std::nullopt;
    return SliceId{links.callRows[static_cast<std::size_t>(it - links.workRows.begin())]};
}

std::vector<SliceId> TraceStore::launchedBy(SliceId call) const {
    const LaunchLinks& links = m_parts.launches;
    const auto less = [&](std::uint32_t index, std::uint32_t row) { return links.callRows[index] < row; };
    auto it = std::lower_bound(links.callIndex.begin(), links.callIndex.end(), call.value, less);
    std::vector<SliceId> out;
    for (; it != links.callIndex.end() && links.callRows[*it] == call.value; ++it)
        out.push_back(SliceId{links.workRows[*it]});
    return out;
}

} // namespace lanescope
