#include "widgets/models/navigation.h"

#include <algorithm>

namespace lanescope::models {

namespace {

const Lane& laneOf(const TraceStore& store, SliceId slice) { return store.lanes()[store.lane(slice).value]; }

struct Place { // order of slices over the whole trace
    std::int64_t start;
    std::uint32_t row;
    friend auto operator<=>(const Place&, const Place&) = default;
};

// First row of a lane that starts at `ns` or later.
std::uint32_t firstFrom(const TraceStore& store, const Lane& lane, std::int64_t ns) {
    const auto begin = store.slices().start.begin() + lane.firstSlice;
    return lane.firstSlice + static_cast<std::uint32_t>(std::lower_bound(begin, begin + lane.sliceCount, ns) - begin);
}

// Calls `visit(row)` for the slices of the thread of `slice` that lie inside its time, lane by lane.
template <class Visit>
void forEachInside(const TraceStore& store, SliceId slice, Visit visit) {
    const ThreadId thread = store.tracks()[store.track(slice).value].thread;
    const std::int64_t begin = count(store.start(slice));
    const std::int64_t end = count(store.end(slice));
    for (const Track& track : store.tracks()) {
        if (track.thread != thread) continue;
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane& lane = store.lanes()[l];
            const std::uint32_t last = lane.firstSlice + lane.sliceCount;
            for (std::uint32_t row = firstFrom(store, lane, begin); row < last; ++row) {
                if (store.slices().start[row] >= end) break;
                if (row != slice.value && visit(SliceId{row})) break; // true: enough of this lane
            }
        }
    }
}

bool isInside(const TraceStore& store, SliceId inner, SliceId outer) {
    for (auto up = store.parent(inner); up; up = store.parent(*up))
        if (*up == outer) return true;
    return false;
}

enum class Direction : std::uint8_t { Forward, Backward };

std::optional<SliceId> sameName(const TraceStore& store, SliceId slice, Direction direction) {
    const std::uint32_t name = store.slices().name[slice.value];
    const Place here{store.slices().start[slice.value], slice.value};
    std::optional<Place> best;
    const auto names = store.slices().name;
    for (std::uint32_t row = 0; row < names.size(); ++row) {
        if (names[row] != name) continue;
        const Place place{store.slices().start[row], row};
        if (direction == Direction::Forward ? place <= here : place >= here) continue;
        if (!best || (direction == Direction::Forward ? place < *best : place > *best)) best = place;
    }
    if (!best) return std::nullopt;
    return SliceId{best->row};
}

// Neighbours of the flow points that bind to a slice: the next ones of the same flow, or the ones before.
std::vector<SliceId> flowNeighbours(const TraceStore& store, SliceId slice, Direction direction) {
    std::vector<SliceId> out;
    const FlowColumns& flows = store.flows();
    const auto sameFlow = [&](std::size_t a, std::size_t b) {
        return flows.id[a] == flows.id[b] && flows.category[a] == flows.category[b];
    };
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows.slice[i] != slice.value) continue;
        const bool forward = direction == Direction::Forward;
        if (forward ? i + 1 >= flows.size() : i == 0) continue;
        const std::size_t other = forward ? i + 1 : i - 1;
        if (sameFlow(i, other) && flows.slice[other] != kNoRow && flows.slice[other] != slice.value)
            out.push_back(SliceId{flows.slice[other]});
    }
    return out;
}

void sortByStart(const TraceStore& store, std::vector<SliceId>& slices) {
    std::sort(slices.begin(), slices.end(), [&](SliceId a, SliceId b) {
        return Place{store.slices().start[a.value], a.value} < Place{store.slices().start[b.value], b.value};
    });
    slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
}

} // namespace

std::optional<SliceId> nextOnLane(const TraceStore& store, SliceId slice) {
    const Lane& lane = laneOf(store, slice);
    if (slice.value + 1 >= lane.firstSlice + lane.sliceCount) return std::nullopt;
    return SliceId{slice.value + 1};
}

std::optional<SliceId> previousOnLane(const TraceStore& store, SliceId slice) {
    if (slice.value <= laneOf(store, slice).firstSlice) return std::nullopt;
    return SliceId{slice.value - 1};
}

std::optional<SliceId> nextOfSameName(const TraceStore& store, SliceId slice) {
    return sameName(store, slice, Direction::Forward);
}

std::optional<SliceId> previousOfSameName(const TraceStore& store, SliceId slice) {
    return sameName(store, slice, Direction::Backward);
}

std::optional<SliceId> nextInTrack(const TraceStore& store, SliceId slice) {
    const Track& track = store.tracks()[store.track(slice).value];
    const Place here{store.slices().start[slice.value], slice.value};
    std::optional<Place> best;
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane& lane = store.lanes()[l];
        for (std::uint32_t row = firstFrom(store, lane, here.start); row < lane.firstSlice + lane.sliceCount; ++row) {
            const Place place{store.slices().start[row], row};
            if (place <= here) continue;
            if (!best || place < *best) best = place;
            break;
        }
    }
    return best ? std::optional(SliceId{best->row}) : std::nullopt;
}

std::optional<SliceId> previousInTrack(const TraceStore& store, SliceId slice) {
    const Track& track = store.tracks()[store.track(slice).value];
    const Place here{store.slices().start[slice.value], slice.value};
    std::optional<Place> best;
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane& lane = store.lanes()[l];
        for (std::uint32_t row = firstFrom(store, lane, here.start + 1); row > lane.firstSlice; --row) {
            const Place place{store.slices().start[row - 1], row - 1};
            if (place >= here) continue;
            if (!best || place > *best) best = place;
            break;
        }
    }
    return best ? std::optional(SliceId{best->row}) : std::nullopt;
}

std::optional<SliceId> firstChild(const TraceStore& store, SliceId slice) {
    std::optional<SliceId> best;
    forEachInside(store, slice, [&](SliceId inner) {
        if (store.parent(inner) != slice) return false;
        if (!best || store.start(inner) < store.start(*best)) best = inner;
        return true;
    });
    return best;
}

std::optional<SliceId> acrossLaunch(const TraceStore& store, SliceId slice) {
    if (const auto call = store.launchOf(slice)) return call;
    if (const auto work = store.launchedBy(slice); !work.empty()) return work.front();
    std::optional<SliceId> firstCall;
    forEachInside(store, slice, [&](SliceId inner) {
        if (!isLaunchCall(store.role(inner)) || !isInside(store, inner, slice)) return false;
        if (store.launchedBy(inner).empty()) return false;
        if (!firstCall || store.start(inner) < store.start(*firstCall)) firstCall = inner;
        return true;
    });
    if (!firstCall) return std::nullopt;
    return store.launchedBy(*firstCall).front();
}

WorkInside workInside(const TraceStore& store, SliceId slice, const RunContext& context) {
    WorkInside out;
    if (isGpuWork(store.role(slice))) return out;
    const auto add = [&](SliceId call) {
        for (const SliceId work : store.launchedBy(call)) {
            ++out.count;
            if (store.role(work) == Role::Kernel) ++out.kernels;
            out.sumNs += store.duration(work).count();
        }
    };
    add(slice);
    bool isStopped = false;
    forEachInside(store, slice, [&](SliceId inner) {
        isStopped = isStopped || (inner.value % 4096 == 0 && context.stopRequested());
        if (isLaunchCall(store.role(inner)) && isInside(store, inner, slice)) add(inner);
        return isStopped;
    });
    return isStopped ? WorkInside{} : out;
}

std::vector<SliceId> arrowTargets(const TraceStore& store, SliceId slice) {
    std::vector<SliceId> out = store.launchedBy(slice);
    std::vector<SliceId> byFlow = flowNeighbours(store, slice, Direction::Forward);
    sortByStart(store, byFlow);
    for (const SliceId s : byFlow)
        if (std::find(out.begin(), out.end(), s) == out.end()) out.push_back(s);
    return out;
}

std::vector<SliceId> arrowSources(const TraceStore& store, SliceId slice) {
    std::vector<SliceId> out;
    if (const auto call = store.launchOf(slice)) out.push_back(*call);
    std::vector<SliceId> byFlow = flowNeighbours(store, slice, Direction::Backward);
    sortByStart(store, byFlow);
    for (const SliceId s : byFlow)
        if (std::find(out.begin(), out.end(), s) == out.end()) out.push_back(s);
    return out;
}

std::optional<SliceId> sameInStep(const TraceStore& store, SliceId slice, int stepsOn) {
    const auto moment = [&](SliceId s) {
        const auto call = isGpuWork(store.role(s)) ? store.launchOf(s) : std::nullopt;
        return store.start(call.value_or(s));
    };
    const auto isIn = [&](SliceId s, std::size_t step) {
        const TimeRange range = store.range(SliceId{store.steps()[step].slice});
        return range.begin <= moment(s) && moment(s) < range.end;
    };
    const std::size_t steps = store.steps().size();
    std::size_t here = 0;
    while (here < steps && !isIn(slice, here)) ++here;
    const std::int64_t there = static_cast<std::int64_t>(here) + stepsOn;
    if (here == steps || there < 0 || there >= static_cast<std::int64_t>(steps)) return std::nullopt;
    std::vector<SliceId> inHere, inThere;
    const auto names = store.slices().name;
    for (std::uint32_t row = 0; row < names.size(); ++row) {
        const SliceId other{row};
        if (names[row] != names[slice.value] || store.track(other) != store.track(slice)) continue;
        if (isIn(other, here)) inHere.push_back(other);
        if (isIn(other, static_cast<std::size_t>(there))) inThere.push_back(other);
    }
    sortByStart(store, inHere);
    sortByStart(store, inThere);
    const auto at = std::find(inHere.begin(), inHere.end(), slice) - inHere.begin();
    if (at >= static_cast<std::ptrdiff_t>(inThere.size())) return std::nullopt;
    return inThere[static_cast<std::size_t>(at)];
}

std::optional<SliceId> above(const TraceStore& store, SliceId slice) {
    if (isGpuWork(store.role(slice))) return store.launchOf(slice);
    return store.parent(slice);
}

std::optional<SliceId> below(const TraceStore& store, SliceId slice) {
    if (isGpuWork(store.role(slice))) return std::nullopt;
    if (const auto child = firstChild(store, slice)) return child;
    return store.role(slice) == Role::Runtime || store.role(slice) == Role::Driver ? acrossLaunch(store, slice)
                                                                                   : std::nullopt;
}

std::vector<SliceId> ancestors(const TraceStore& store, SliceId slice) {
    std::vector<SliceId> out;
    for (auto up = store.parent(slice); up; up = store.parent(*up)) out.push_back(*up);
    return out;
}

} // namespace lanescope::models
