#include "core/build/track_table.h"

#include "core/base/limits.h"
#include "core/build/device_rows.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lanescope::build {
namespace {

constexpr std::int64_t kSyncTidOffset = 1'000'000; // rows of synchronisations stand beside their stream since 2026

// The number at the end: "7", "stream 7", "stream 7 ".
std::optional<std::int64_t> lastNumber(std::string_view text) {
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    std::size_t begin = text.size();
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text.data() + begin, text.data() + text.size(), value);
    if (begin == text.size() || parsed.ec != std::errc{}) return std::nullopt;
    if (begin == 1 && text[0] == '-') return std::nullopt; // below zero: no stream
    return value;
}

} // namespace

void TrackTable::addThread(std::uint32_t thread, const std::vector<TrackOut>& tracks, std::uint32_t firstRow) {
    const std::size_t first = m_parts.tracks.size();
    std::uint32_t row = firstRow;
    for (const TrackOut& track : tracks) addTrack(thread, track, row);
    if (!m_state.data[thread] || m_state.data[thread]->instantCount() == 0) return;
    // Instants have a row too, if need be one of their own.
    if (m_parts.tracks.size() > first) return;
    Track own;
    own.thread = ThreadId{thread};
    own.role = TrackRole::Other;
    own.firstLane = static_cast<std::uint32_t>(m_parts.lanes.size());
    own.firstSlice = row;
    m_parts.tracks.push_back(own);
}

void TrackTable::addTrack(std::uint32_t thread, const TrackOut& track, std::uint32_t& row) {
    for (std::size_t lane = 0; lane < track.laneSizes.size(); ++lane) {
        if (lane % limits::kMaxLanes == 0) {
            Track out;
            out.thread = ThreadId{thread};
            out.role = track.role;
            out.firstLane = static_cast<std::uint32_t>(m_parts.lanes.size());
            out.firstSlice = row;
            setPlace(out);
            if (lane > 0) m_continued.push_back(row);
            m_parts.tracks.push_back(out);
        }
        Track& out = m_parts.tracks.back();
        m_parts.lanes.push_back(
            {TrackId{static_cast<std::uint32_t>(m_parts.tracks.size() - 1)}, row, track.laneSizes[lane]});
        row += track.laneSizes[lane];
        ++out.laneCount;
        out.sliceCount += track.laneSizes[lane];
    }
}

void TrackTable::setPlace(Track& out) const {
    if (!isGpuTrack(out.role)) return;
    const Thread& thread = m_parts.threads[out.thread.value];
    const std::string_view process = m_state.text(thread.processName.value);
    const DeviceRow deviceRow = deviceRowOf(process, m_state.text(thread.name.value));
    const RawThreadData& data = *m_state.data[out.thread.value];
    const std::string_view pid = m_state.text(thread.pid.value);
    std::optional<std::int64_t> index;
    if (thread.hasProcessSortIndex) index = thread.processSortIndex;
    out.device = data.device                    ? data.device
                 : deviceRow != DeviceRow::None ? deviceOfProcess(process, pid, index)
                                                : lastNumber(pid);
    out.stream = data.stream;
    if (deviceRow == DeviceRow::NpuCollectives) return; // the number of a group, beside streams of the same device
    if (!out.stream) out.stream = lastNumber(m_state.text(thread.tid.value));
    if (!data.stream && out.role == TrackRole::GpuSyncs && out.stream && *out.stream >= kSyncTidOffset)
        *out.stream -= kSyncTidOffset;
}

} // namespace lanescope::build
