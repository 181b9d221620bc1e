#include "core/analysis/idle/host_timeline.h"

#include "core/analysis/run_merge.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

constexpr std::size_t kBetweenChecks = 16'384; // of the stop token

// Makes stretches of one activity disjoint: the one that began first keeps its time.
std::vector<HostStretch> disjoint(std::vector<HostStretch> items, const std::stop_token& stop) {
    sortStoppable(
        items,
        [](const HostStretch& a, const HostStretch& b) {
            if (a.at.begin != b.at.begin) return a.at.begin < b.at.begin;
            return a.at.end != b.at.end ? a.at.end > b.at.end : a.slice < b.slice;
        },
        stop);
    std::vector<HostStretch> out;
    for (HostStretch& item : items) {
        if (!out.empty()) item.at.begin = std::max(item.at.begin, out.back().at.end);
        if (item.at.begin < item.at.end) out.push_back(item);
    }
    return out;
}

// What remains of `items` outside `taken` (both sorted and disjoint).
std::vector<HostStretch> without(const std::vector<HostStretch>& items, const IntervalList& taken,
                                 const std::stop_token& stop) {
    std::vector<HostStretch> out;
    std::size_t looked = 0;
    for (const HostStretch& item : items) {
        if (looked++ % kBetweenChecks == 0 && stop.stop_requested()) return out;
        for (const Interval& rest : subtract({item.at}, clip(taken, item.at.begin, item.at.end)))
            out.push_back({rest, item.activity, item.slice});
    }
    return out;
}

} // namespace

HostTimeline::HostTimeline(const TraceStore& store, ThreadId thread, HostActivities& activities,
                           const std::stop_token& stop) {
    std::array<std::vector<HostStretch>, 4> byActivity; // index HostActivity
    std::vector<IntervalList> lanes;
    for (const Track& track : store.tracks()) {
        if (track.thread != thread) continue;
        if (track.role != TrackRole::Host && track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            UnionBuilder recorded;
            const Lane& lane = store.lanes()[l];
            for (std::uint32_t row = lane.firstSlice; row < lane.firstSlice + lane.sliceCount; ++row) {
                if (row % kBetweenChecks == 0 && stop.stop_requested()) return;
                const SliceId slice{row};
                const Interval at{count(store.start(slice)), count(store.end(slice))};
                recorded.add(at.begin, at.end);
                const HostActivity activity = activities.of(slice);
                if (activity == HostActivity::Other || at.begin >= at.end) continue;
                byActivity[static_cast<std::size_t>(activity)].push_back({at, activity, slice});
            }
            lanes.push_back(recorded.take());
        }
    }
    std::vector<const IntervalList*> views;
    for (const IntervalList& lane : lanes) views.push_back(&lane);
    m_recorded = unionOf(views);

    IntervalList taken;
    for (const auto activity : {HostActivity::Synchronisation, HostActivity::Allocation, HostActivity::DataLoading}) {
        if (stop.stop_requested()) return;
        const auto added =
            without(disjoint(std::move(byActivity[static_cast<std::size_t>(activity)]), stop), taken, stop);
        std::vector<Interval> intervals;
        for (const HostStretch& stretch : added) intervals.push_back(stretch.at);
        taken = unionOf(taken, unionOf(std::move(intervals)));
        m_stretches.insert(m_stretches.end(), added.begin(), added.end());
    }
    sortStoppable(
        m_stretches, [](const HostStretch& a, const HostStretch& b) { return a.at.begin < b.at.begin; }, stop);
}

std::span<const HostStretch> HostTimeline::stretches(std::int64_t begin, std::int64_t end) const {
    if (end <= begin) return {};
    const auto first = std::partition_point(m_stretches.begin(), m_stretches.end(),
                                            [begin](const HostStretch& s) { return s.at.end <= begin; });
    const auto last =
        std::partition_point(first, m_stretches.end(), [end](const HostStretch& s) { return s.at.begin < end; });
    return {first, last};
}

std::int64_t HostTimeline::recordedWithin(std::int64_t begin, std::int64_t end) const {
    return lengthWithin(m_recorded, begin, end);
}

} // namespace lanescope
