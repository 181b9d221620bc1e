#include "core/analysis/idle/gap_owners.h"

#include "core/analysis/idle/host_timeline.h"
#include "core/analysis/idle/stream_waits.h"
#include "core/analysis/launches/launch_index.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope {

namespace {

IdlePart partOf(HostActivity activity) {
    switch (activity) {
    case HostActivity::Synchronisation:
        return IdlePart::Synchronisation;
    case HostActivity::Allocation:
        return IdlePart::Allocation;
    case HostActivity::DataLoading:
        return IdlePart::DataLoading;
    case HostActivity::Other:
        break;
    }
    return IdlePart::LateLaunch;
}

IdlePart partOf(GapOwner owner) {
    switch (owner) {
    case GapOwner::LateLaunch:
        return IdlePart::LateLaunch;
    case GapOwner::LaunchLatency:
        return IdlePart::LaunchLatency;
    case GapOwner::KernelGap:
        return IdlePart::KernelGap;
    case GapOwner::Dependency:
        return IdlePart::Dependency;
    default:
        return IdlePart::Unknown;
    }
}

// `byPart`: what the host did in its part of a late launch, without its other activity.
IdlePart mainPartOf(const std::array<std::int64_t, kIdleParts>& byPart, std::int64_t hostNs) {
    IdlePart best = IdlePart::Synchronisation;
    std::int64_t named = 0;
    for (const IdlePart part : {IdlePart::Synchronisation, IdlePart::Allocation, IdlePart::DataLoading}) {
        const std::int64_t ns = byPart[static_cast<std::size_t>(part)];
        named += ns;
        if (ns > byPart[static_cast<std::size_t>(best)]) best = part;
    }
    const std::int64_t bestNs = byPart[static_cast<std::size_t>(best)];
    return bestNs > 0 && bestNs >= hostNs - named ? best : IdlePart::LateLaunch;
}

} // namespace

class GapFinder::State {
public:
    State(const TraceStore& store, IdleOptions options)
        : m_store(store), m_options(options), m_launches(store), m_activities(store), m_waits(store) {}

    DeviceIdle find(const DeviceWork& work, const std::stop_token& stop) {
        m_stop = stop;
        DeviceIdle out;
        out.key = work.key;
        out.options = m_options;
        const TimeRange extent = m_store.extent();
        out.covered = {count(extent.begin), count(extent.end)};
        if (work.busy.empty()) {
            addLast(out, count(extent.begin), count(extent.end));
            return out;
        }
        const Interval& first = work.busy.front();
        std::size_t next = 0; // in work.work: everything before it starts before the gap ends
        if (count(extent.begin) < first.begin)
            addGap(out, {count(extent.begin), first.begin}, GapPlace::BeforeWork, enderOf(work, next, first.begin), {});
        for (std::size_t i = 1; i < work.busy.size(); ++i) {
            if (i % 4'096 == 0 && stop.stop_requested()) return out;
            const Interval gap{work.busy[i - 1].end, work.busy[i].begin};
            const MaybeSlice previous = lastBefore(work, next, gap);
            addGap(out, gap, GapPlace::Between, enderOf(work, next, gap.end), previous);
        }
        addLast(out, work.busy.back().end, count(extent.end));
        return out;
    }

private:
    struct Ender {
        SliceId work;
        std::optional<SliceId> call;
    };

    // Moves `next` to the gap's end; the work among those passed that ended when the gap began.
    MaybeSlice lastBefore(const DeviceWork& work, std::size_t& next, Interval gap) const {
        MaybeSlice last;
        for (; next < work.work.size() && count(m_store.start(work.work[next])) < gap.end; ++next) {
            const SliceId s = work.work[next];
            if (count(m_store.end(s)) == gap.begin && m_store.duration(s).count() > 0) last = s;
        }
        return last;
    }

    // Among the work that starts when the gap ends: the one launched first, so that the order of the file has no say.
    Ender enderOf(const DeviceWork& work, std::size_t next, std::int64_t at) const {
        while (count(m_store.start(work.work[next])) < at) ++next;
        std::optional<Ender> best;
        const auto rank = [this](const Ender& e) {
            const std::int64_t callStart = e.call ? count(m_store.start(*e.call)) : INT64_MAX;
            return std::tuple(callStart, m_store.stream(e.work).value_or(INT64_MAX), m_store.name(e.work),
                              m_store.duration(e.work));
        };
        for (; next < work.work.size() && count(m_store.start(work.work[next])) == at; ++next) {
            const SliceId s = work.work[next];
            if (m_store.duration(s).count() <= 0) continue;
            const Ender candidate{s, m_launches.callOf(s)};
            if (!best || rank(candidate) < rank(*best)) best = candidate;
        }
        return best ? *best : Ender{work.work.front(), std::nullopt};
    }

    GapOwner ownerOf(Interval gap, const Ender& ender) const {
        if (!ender.call) return GapOwner::Unknown;
        if (count(m_store.start(*ender.call)) > gap.begin) return GapOwner::LateLaunch;
        if (count(m_store.start(*ender.call)) == gap.begin || count(m_store.end(*ender.call)) > gap.begin)
            return GapOwner::LaunchLatency;
        return gap.length() < m_options.kernelGapBelowNs ? GapOwner::KernelGap : GapOwner::Dependency;
    }

    void addGap(DeviceIdle& out, Interval at, GapPlace place, const Ender& ender, MaybeSlice previous) {
        IdleGap gap;
        gap.at = at;
        gap.place = place;
        gap.endedBy = ender.work;
        gap.launch = ender.call;
        gap.owner = ownerOf(at, ender);
        gap.mainPart = partOf(gap.owner);
        gap.firstStretch = static_cast<std::uint32_t>(out.stretches.size());
        if (gap.owner == GapOwner::LateLaunch) {
            splitLateLaunch(out, gap, *ender.call);
        } else {
            if (gap.owner == GapOwner::Dependency) gap.cause = waitOf(at, ender.work, previous);
            const MaybeSlice by = gap.owner == GapOwner::LaunchLatency ? gap.launch : gap.endedBy;
            out.stretches.push_back({at, gap.cause ? gap.cause : by, partOf(gap.owner)});
        }
        gap.stretchCount = static_cast<std::uint32_t>(out.stretches.size()) - gap.firstStretch;
        out.gaps.push_back(gap);
    }

    // Host activity from the gap's start to the call, then launch latency to the work.
    void splitLateLaunch(DeviceIdle& out, IdleGap& gap, SliceId call) {
        const std::int64_t callStart = std::min(count(m_store.start(call)), gap.at.end);
        std::int64_t at = gap.at.begin;
        std::map<SliceId, std::int64_t> bySlice;
        std::array<std::int64_t, kIdleParts> byPart{};
        for (const HostStretch& host : threadOf(call).stretches(at, callStart)) {
            const Interval inside{std::max(host.at.begin, at), std::min(host.at.end, callStart)};
            if (at < inside.begin) out.stretches.push_back({{at, inside.begin}, call, IdlePart::LateLaunch});
            out.stretches.push_back({inside, host.slice, partOf(host.activity)});
            at = inside.end;
            byPart[static_cast<std::size_t>(partOf(host.activity))] += inside.length();
            const std::int64_t ns = bySlice[host.slice] += inside.length();
            if (!gap.cause || ns > bySlice[*gap.cause.get()]) gap.cause = host.slice;
        }
        // Before the first work the gap has no beginning of its own: only time with something recorded counts.
        const std::int64_t hostNs = gap.place == GapPlace::BeforeWork
                                        ? threadOf(call).recordedWithin(gap.at.begin, callStart)
                                        : callStart - gap.at.begin;
        gap.mainPart = mainPartOf(byPart, hostNs);
        if (at < callStart) out.stretches.push_back({{at, callStart}, call, IdlePart::LateLaunch});
        if (callStart < gap.at.end) out.stretches.push_back({{callStart, gap.at.end}, call, IdlePart::LaunchLatency});
    }

    MaybeSlice waitOf(Interval gap, SliceId work, MaybeSlice previous) const {
        if (const auto wait = m_waits.endedWithin(m_store.device(work), m_store.stream(work), gap)) return *wait;
        const auto last = previous.get();
        if (last && m_store.kind(*last) == WorkKind::Communication && m_store.stream(*last) != m_store.stream(work))
            return *last;
        return {};
    }

    void addLast(DeviceIdle& out, std::int64_t begin, std::int64_t end) const {
        if (begin >= end) return;
        IdleGap gap;
        gap.at = {begin, end};
        gap.place = GapPlace::AfterWork;
        gap.owner = GapOwner::NothingFollows;
        gap.firstStretch = static_cast<std::uint32_t>(out.stretches.size());
        gap.stretchCount = 1;
        out.stretches.push_back({gap.at, {}, IdlePart::Unknown});
        out.gaps.push_back(gap);
    }

    const HostTimeline& threadOf(SliceId call) {
        const ThreadId thread = m_store.tracks()[m_store.track(call).value].thread;
        const auto known = m_threads.find(thread);
        if (known != m_threads.end()) return known->second;
        return m_threads.emplace(thread, HostTimeline(m_store, thread, m_activities, m_stop)).first->second;
    }

    const TraceStore& m_store;
    IdleOptions m_options;
    LaunchIndex m_launches;
    HostActivities m_activities;
    StreamWaits m_waits;
    std::map<ThreadId, HostTimeline> m_threads; // incomplete once stopped: who stops asks no more
    std::stop_token m_stop;                     // of the search that runs
};

GapFinder::GapFinder(const TraceStore& store, IdleOptions options) : m_state(std::make_unique<State>(store, options)) {}
GapFinder::~GapFinder() = default;
GapFinder::GapFinder(GapFinder&&) noexcept = default;

DeviceIdle GapFinder::find(const DeviceWork& work, const std::stop_token& stop) { return m_state->find(work, stop); }

} // namespace lanescope
