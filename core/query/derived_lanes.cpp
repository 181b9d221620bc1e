#include "core/query/derived_lanes.h"

#include "core/query/filter.h"
#include "core/query/lane_access.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t kFanout = 16;

std::uint8_t rowTone(const TraceStore& store, std::uint32_t row) {
    return toneOf(store.kind(SliceId{row}), store.role(SliceId{row}));
}

DerivedLane::Level levelOf(const TraceStore& store, std::span<const std::uint32_t> rows, std::size_t groupSize) {
    DerivedLane::Level out;
    ToneTally tally;
    for (std::size_t first = 0; first < rows.size(); first += groupSize) {
        tally.clear();
        std::uint32_t longest = rows[first];
        for (std::size_t i = first; i < std::min(first + groupSize, rows.size()); ++i) {
            const Ns length = store.duration(SliceId{rows[i]});
            tally.add(rowTone(store, rows[i]), length.count());
            if (length > store.duration(SliceId{longest})) longest = rows[i];
        }
        out.busy.push_back(tally.total());
        out.longest.push_back(longest);
        out.tone.push_back(tally.dominant());
    }
    return out;
}

struct ByStart {
    const TraceStore& store;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
        const std::int64_t left = store.slices().start[a];
        const std::int64_t right = store.slices().start[b];
        return left != right ? left < right : a < b;
    }
};

DerivedLanes finished(const TraceStore& store, std::vector<std::vector<std::uint32_t>> lanes) {
    DerivedLanes out;
    for (std::vector<std::uint32_t>& rows : lanes)
        if (!rows.empty()) out.push_back(std::make_shared<const DerivedLane>(store, std::move(rows)));
    return out;
}

} // namespace

DerivedLane::DerivedLane(const TraceStore& store, std::vector<std::uint32_t> rows) : m_rows(std::move(rows)) {
    for (std::size_t size = kFanout; size <= m_rows.size(); size *= kFanout)
        m_levels.push_back(levelOf(store, m_rows, size));
}

bool DerivedLane::contains(const TraceStore& store, SliceId slice) const {
    const auto it = std::lower_bound(m_rows.begin(), m_rows.end(), slice.value, ByStart{store});
    return it != m_rows.end() && *it == slice.value;
}

DerivedLanes withoutPython(const TraceStore& store, TrackId id) {
    const Track& track = store.tracks()[id.value];
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row)
        if (store.role(SliceId{row}) != Role::PythonFunction) rows.push_back(row);
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::int64_t left = store.slices().start[a];
        const std::int64_t right = store.slices().start[b];
        if (left != right) return left < right;
        const Ns leftLength = store.duration(SliceId{a});
        const Ns rightLength = store.duration(SliceId{b});
        return leftLength != rightLength ? leftLength > rightLength : a < b; // parents before children
    });
    // A lane is free from the end of its last slice on; a child goes below what still runs.
    std::vector<std::vector<std::uint32_t>> lanes;
    std::vector<std::int64_t> freeFrom;
    for (const std::uint32_t row : rows) {
        const std::int64_t start = store.slices().start[row];
        std::size_t lane = 0;
        for (std::size_t i = 0; i < freeFrom.size(); ++i)
            if (freeFrom[i] > start) lane = i + 1;
        if (lane == lanes.size()) {
            lanes.emplace_back();
            freeFrom.push_back(INT64_MIN);
        }
        lanes[lane].push_back(row);
        freeFrom[lane] = std::max(freeFrom[lane], count(store.end(SliceId{row})));
    }
    return finished(store, std::move(lanes));
}

namespace {

// Each row on the first lane that is free; `rows` by start.
LanesOfSlices firstFree(const TraceStore& store, const std::vector<std::uint32_t>& rows, std::size_t mostLanes) {
    LanesOfSlices out;
    std::vector<std::vector<std::uint32_t>> lanes;
    std::vector<std::int64_t> freeFrom;
    for (const std::uint32_t row : rows) {
        const std::int64_t start = store.slices().start[row];
        const auto free = std::find_if(freeFrom.begin(), freeFrom.end(), [&](std::int64_t t) { return t <= start; });
        const auto lane = static_cast<std::size_t>(free - freeFrom.begin());
        if (lane == mostLanes) {
            ++out.left;
            continue;
        }
        if (lane == lanes.size()) {
            lanes.emplace_back();
            freeFrom.push_back(INT64_MIN);
        }
        lanes[lane].push_back(row);
        freeFrom[lane] = count(store.end(SliceId{row}));
    }
    out.lanes = finished(store, std::move(lanes));
    return out;
}

// By start, longer first, then as in the store: what holds others lies above them.
struct ByStartLonger {
    const TraceStore& store;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
        const std::int64_t left = store.slices().start[a], right = store.slices().start[b];
        if (left != right) return left < right;
        const Ns leftLength = store.duration(SliceId{a}), rightLength = store.duration(SliceId{b});
        return leftLength != rightLength ? leftLength > rightLength : a < b;
    }
};

} // namespace

DerivedLanes merged(const TraceStore& store, std::span<const TrackId> tracks) {
    std::vector<std::uint32_t> rows;
    for (const TrackId id : tracks) {
        const Track& track = store.tracks()[id.value];
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) rows.push_back(track.firstSlice + i);
    }
    std::sort(rows.begin(), rows.end(), ByStart{store});
    return firstFree(store, rows, SIZE_MAX).lanes;
}

LanesOfSlices lanesOf(const TraceStore& store, const SliceMask& slices, std::size_t mostLanes) {
    std::vector<std::uint32_t> rows;
    rows.reserve(slices.count());
    for (const SliceId slice : slicesOf(slices)) rows.push_back(slice.value);
    std::sort(rows.begin(), rows.end(), ByStartLonger{store});
    return firstFree(store, rows, mostLanes);
}

} // namespace lanescope
