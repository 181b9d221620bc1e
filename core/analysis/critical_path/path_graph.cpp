#include "core/analysis/critical_path/path_graph.h"

#include "core/analysis/host_activity.h"
#include "core/analysis/run_merge.h"
#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope {

namespace {

constexpr std::int64_t kKernelGapNs = 1'000; // from here on it is not the GPU's own pace (METRICS 4)
constexpr std::uint32_t kNone = 0xffffffffu;
constexpr std::uint32_t kBetweenChecks = 8'192; // of the stop token
constexpr int kMaxLookedBack = 1'024;           // pieces of work before the return of a waiting call

PathCause causeOf(WorkClass cls) {
    switch (cls) {
    case WorkClass::Communication:
        return PathCause::Communication;
    case WorkClass::Memory:
        return PathCause::Memory;
    default:
        return PathCause::Compute;
    }
}

} // namespace

std::string_view pathCauseWord(PathCause cause) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(PathCause::Count_)> kWords{
        "host",       "blocking call", "return from waiting", "launch latency", "kernel gap",
        "dependency", "compute",       "communication",       "memory",         "work from before"};
    return kWords[static_cast<std::size_t>(cause)];
}

// Points before they have their order: at one time ends come before starts, so that edges of no length go on; what has
// no length comes in the order it was added.
struct PathGraph::Draft {
    enum class Order : std::uint8_t { Begin, End, Start, Done, Last };
    struct Point {
        std::int64_t ns;
        Order order;
        std::uint32_t id;
    };
    struct Call {
        SliceId slice;
        bool waits = false;
        std::uint32_t start = kNone, end = kNone; // points
    };
    struct Work {
        SliceId slice;
        std::uint32_t start = kNone, end = kNone; // points
        std::optional<SliceId> call;
    };

    const TraceStore& store;
    TimeRange window;
    std::vector<Point> points;
    std::vector<PathEdge> edges;                        // with ids of points
    std::map<std::uint32_t, std::vector<Call>> threads; // by track's thread
    std::map<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>, std::vector<Work>> streams;
    std::vector<Work> byEnd;
    std::vector<std::uint32_t> startOfCall; // by row: its point, or kNone

    std::uint32_t startOf(std::optional<SliceId> call) const { return call ? startOfCall[call->value] : kNone; }

    std::uint32_t add(std::int64_t ns, Order order) {
        points.push_back({ns, order, static_cast<std::uint32_t>(points.size())});
        return points.back().id;
    }
    void link(std::uint32_t from, std::uint32_t to, std::int64_t ns, PathCause cause, MaybeSlice slice) {
        edges.push_back({from, to, ns, cause, slice});
    }
    std::int64_t at(std::uint32_t id) const { return points[id].ns; }

    void addCalls(RunContext& context);
    void addWork(const AnalysisInput& input, const LaunchIndex& launches, RunContext& context);
    void linkStreams(const std::stop_token& stop);
    void linkThreads(const std::stop_token& stop);
    void linkWaits(const std::stop_token& stop);
    void linkEnd(const std::stop_token& stop);
};

void PathGraph::Draft::addCalls(RunContext& context) {
    HostActivities activities(store);
    startOfCall.assign(store.slices().size(), kNone);
    std::vector<std::uint8_t> launching(store.slices().size(), 0);
    for (std::size_t i = 0; i < store.launches().workRows.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        if (isGpuWork(store.role(SliceId{store.launches().workRows[i]}))) launching[store.launches().callRows[i]] = 1;
    }
    for (const Track& track : store.tracks()) {
        if (context.stopRequested()) return;
        if (track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (row % kBetweenChecks == 0 && context.stopRequested()) return;
            const SliceId s{row};
            if (!window.contains(store.start(s))) continue;
            const bool waits = activities.of(s) == HostActivity::Synchronisation;
            if (waits || launching[row] != 0) threads[track.thread.value].push_back({s, waits});
        }
    }
    for (auto& [thread, calls] : threads) {
        sortStoppable(
            calls,
            [this](const Call& a, const Call& b) {
                return store.start(a.slice) != store.start(b.slice) ? store.start(a.slice) < store.start(b.slice)
                                                                    : a.slice < b.slice;
            },
            context.stopToken());
        for (Call& call : calls) {
            if (points.size() % kBetweenChecks == 0 && context.stopRequested()) return;
            call.start = add(count(store.start(call.slice)), Order::Start);
            startOfCall[call.slice.value] = call.start;
            const bool empty = store.duration(call.slice).count() == 0;
            if (call.waits)
                call.end = add(count(std::min(store.end(call.slice), window.end)), empty ? Order::Start : Order::End);
        }
    }
}

// Work that starts in the window, and work that a call of the window launched.
void PathGraph::Draft::addWork(const AnalysisInput& input, const LaunchIndex& launches, RunContext& context) {
    std::size_t calls = 0;
    for (const auto& [thread, some] : threads) calls += some.size();
    points.reserve(points.size() + 2 * calls); // about
    edges.reserve(4 * calls);
    byEnd.reserve(calls);
    for (const WindowedDevice& device : devicesOf(store, input))
        forEachWorkOnStream(store, *device.work, [&](SliceId s, std::optional<std::int64_t> stream) {
            if (context.stopRequested()) return;
            Work work{s, kNone, kNone, launches.callOf(s)};
            const bool launched = startOf(work.call) != kNone;
            const bool reachesIn = store.start(s) < window.begin && store.end(s) > window.begin;
            if (store.start(s) < window.begin && !reachesIn) return; // over before, whatever launched it
            if (!launched && !window.contains(store.start(s)) && !reachesIn) return;
            if (!launched && !reachesIn && store.end(s) > window.end) return; // runs on into what follows
            const bool empty = store.duration(s).count() == 0;
            if (!reachesIn) work.start = add(count(store.start(s)), Order::Start);
            work.end = add(count(store.end(s)), empty ? Order::Start : Order::End);
            if (reachesIn)
                link(0, work.end, at(work.end) - at(0), PathCause::Earlier, s);
            else
                link(work.start, work.end, at(work.end) - at(work.start), causeOf(workClass(store.kind(s))), s);
            streams[{store.device(s), stream}].push_back(work);
            byEnd.push_back(work);
        });
    for (auto& [key, works] : streams)
        sortStoppable(
            works,
            [this](const Work& a, const Work& b) {
                return store.start(a.slice) != store.start(b.slice) ? store.start(a.slice) < store.start(b.slice)
                                                                    : store.end(a.slice) < store.end(b.slice);
            },
            context.stopToken());
    sortStoppable(
        byEnd, [this](const Work& a, const Work& b) { return at(a.end) < at(b.end); }, context.stopToken());
}

// A stream takes one after the other. Which of launch and predecessor came later decides where the waiting lies.
void PathGraph::Draft::linkStreams(const std::stop_token& stop) {
    std::size_t looked = 0;
    for (const auto& [key, works] : streams) {
        std::uint32_t before = kNone; // end of the work that ended last
        for (const Work& work : works) {
            if (looked++ % kBetweenChecks == 0 && stop.stop_requested()) return;
            if (work.start != kNone) {
                const std::uint32_t call = startOf(work.call);
                const bool known = call != kNone && at(call) <= at(work.start);
                const std::int64_t callNs = known ? at(call) : INT64_MIN;
                const bool follows = before != kNone && at(before) <= at(work.start) && at(before) >= callNs;
                if (follows) {
                    const std::int64_t gap = at(work.start) - at(before);
                    link(before, work.start, gap, gap < kKernelGapNs ? PathCause::KernelGap : PathCause::Dependency,
                         work.slice);
                    if (known) link(call, work.start, 0, PathCause::LaunchLatency, work.slice);
                } else if (known) {
                    link(call, work.start, at(work.start) - callNs, PathCause::LaunchLatency, work.slice);
                    if (before != kNone && at(before) <= at(work.start))
                        link(before, work.start, 0, PathCause::KernelGap, work.slice);
                } else { // no launch, or one of before the window
                    link(0, work.start, at(work.start) - at(0), PathCause::Dependency, work.slice);
                }
            }
            if (before == kNone || at(work.end) >= at(before)) before = work.end;
        }
    }
}

// A thread goes from point to point at its own pace; a thread that wakes up was woken from elsewhere.
void PathGraph::Draft::linkThreads(const std::stop_token& stop) {
    struct HostPoint {
        std::int64_t ns;
        std::uint32_t id;
        std::uint32_t thread;
    };
    std::vector<HostPoint> firsts, all;
    for (const auto& [thread, calls] : threads) {
        std::uint32_t before = kNone;
        for (const Call& call : calls) {
            if (all.size() % kBetweenChecks == 0 && stop.stop_requested()) return;
            if (before == kNone)
                firsts.push_back({at(call.start), call.start, thread});
            else if (at(before) <= at(call.start))
                link(before, call.start, at(call.start) - at(before), PathCause::Host, call.slice);
            else
                link(0, call.start, at(call.start) - at(0), PathCause::Host, call.slice); // inside the one before
            all.push_back({at(call.start), call.start, thread});
            before = call.waits ? call.end : call.start;
        }
    }
    sortStoppable(
        all, [](const auto& a, const auto& b) { return a.ns < b.ns; }, stop);
    for (const HostPoint& first : firsts) {
        std::uint32_t from = 0;
        for (auto it =
                 std::lower_bound(all.begin(), all.end(), first.ns, [](const auto& p, auto ns) { return p.ns < ns; });
             it != all.begin();)
            if ((--it)->thread != first.thread) {
                from = it->id;
                break;
            }
        link(from, first.id, first.ns - at(from), PathCause::Host, {});
    }
}

// A waiting call returns after the last work that ended while it waited; one that waits for the device would have
// waited for the other streams as well.
void PathGraph::Draft::linkWaits(const std::stop_token& stop) {
    for (const auto& [thread, calls] : threads)
        for (const Call& call : calls) {
            if (!call.waits) continue;
            if (stop.stop_requested()) return; // each may look far back
            const std::string_view name = store.name(call.slice);
            const bool forAll = name.find("DeviceSynchronize") != std::string_view::npos ||
                                name.find("CtxSynchronize") != std::string_view::npos;
            auto last = std::upper_bound(byEnd.begin(), byEnd.end(), at(call.end),
                                         [this](std::int64_t ns, const Work& w) { return ns < at(w.end); });
            std::vector<std::uint32_t> tracks; // that it was seen to wait for
            std::int64_t returnNs = 0;
            for (int looked = 0; last != byEnd.begin() && looked < kMaxLookedBack; ++looked) {
                --last;
                if (at(last->end) <= at(call.start) || (!tracks.empty() && !forAll)) break;
                if (last->call && store.start(*last->call) > store.start(call.slice)) continue; // came later
                const std::uint32_t track = store.track(last->slice).value;
                if (std::find(tracks.begin(), tracks.end(), track) != tracks.end()) continue;
                if (tracks.empty()) returnNs = at(call.end) - at(last->end);
                tracks.push_back(track);
                link(last->end, call.end, returnNs, PathCause::SyncReturn, call.slice);
            }
            const std::int64_t own = tracks.empty() ? at(call.end) - at(call.start) : 0;
            link(call.start, call.end, own, PathCause::HostWait, call.slice);
        }
}

// The window is over when the thread that called last has come to its end and all work has ended.
void PathGraph::Draft::linkEnd(const std::stop_token& stop) {
    std::int64_t endNs = count(window.end);
    for (const Work& work : byEnd) endNs = std::max(endNs, at(work.end));
    const std::uint32_t end = add(endNs, Order::Last);
    std::uint32_t main = 0;
    // First: where host and GPU end together, the work is what people can do something about.
    for (std::size_t i = 0; i < byEnd.size(); ++i) {
        if (i % kBetweenChecks == 0 && stop.stop_requested()) return;
        link(byEnd[i].end, end, 0, PathCause::Host, {});
    }
    for (const auto& [thread, calls] : threads) {
        const std::uint32_t last = calls.back().waits ? calls.back().end : calls.back().start;
        link(last, end, 0, PathCause::Host, {});
        if (main == 0 || at(last) > at(main)) main = last;
    }
    const std::uint32_t done = add(std::max(count(window.end), at(main)), Order::Done);
    link(main, done, at(done) - at(main), PathCause::Host, {});
    link(done, end, 0, PathCause::Host, {});
}

// Points in their order; the place of each point of the draft.
std::vector<std::uint32_t> PathGraph::takePoints(Draft& draft, const std::stop_token& stop) {
    const auto before = [](const Draft::Point& a, const Draft::Point& b) {
        if (a.ns != b.ns) return a.ns < b.ns;
        return a.order != b.order ? a.order < b.order : a.id < b.id;
    };
    sortStoppable(draft.points, before, stop);
    if (stop.stop_requested()) return {};
    std::vector<std::uint32_t> place(draft.points.size());
    m_points.reserve(draft.points.size());
    for (std::uint32_t i = 0; i < draft.points.size(); ++i) {
        if (i % kBetweenChecks == 0 && stop.stop_requested()) return {};
        place[draft.points[i].id] = i;
        m_points.push_back(draft.points[i].ns);
    }
    return place;
}

// Edges by the point they lead to, in the order they were found.
void PathGraph::takeEdges(Draft& draft, const std::vector<std::uint32_t>& place, const std::stop_token& stop) {
    std::vector<bool> reached(m_points.size(), false);
    std::size_t kept = 0;
    std::size_t looked = 0;
    for (PathEdge edge : draft.edges) {
        if (looked++ % kBetweenChecks == 0 && stop.stop_requested()) return;
        edge.from = place[edge.from];
        edge.to = place[edge.to];
        if (edge.from >= edge.to) continue; // at one time the order of points may refuse an empty edge
        if (edge.ns == m_points[edge.to] - m_points[edge.from]) reached[edge.to] = true;
        draft.edges[kept++] = edge;
    }
    draft.edges.resize(kept);
    for (std::uint32_t i = 1; i < reached.size(); ++i) // an empty edge against the order was all it had
        if (!reached[i]) draft.edges.push_back({i - 1, i, m_points[i] - m_points[i - 1], PathCause::Dependency, {}});
    std::vector<std::uint32_t> next(m_points.size() + 1, 0); // where the next edge to a point goes
    for (const PathEdge& edge : draft.edges) ++next[edge.to + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    m_edges.resize(draft.edges.size());
    for (std::size_t i = 0; i < draft.edges.size(); ++i) {
        if (i % kBetweenChecks == 0 && stop.stop_requested()) return;
        m_edges[next[draft.edges[i].to]++] = draft.edges[i];
    }
}

PathGraph::PathGraph(const TraceStore& store, const AnalysisInput& input, TimeRange window, RunContext& context) {
    Draft draft{store, window, {}, {}, {}, {}, {}, {}};
    draft.add(count(window.begin), Draft::Order::Begin);
    const LaunchIndex launches(store);
    draft.addCalls(context);
    draft.addWork(input, launches, context);
    for (const auto link : {&Draft::linkStreams, &Draft::linkThreads, &Draft::linkWaits, &Draft::linkEnd}) {
        if (context.stopRequested()) return;
        (draft.*link)(context.stopToken());
    }
    if (context.stopRequested()) return;
    const std::vector<std::uint32_t> place = takePoints(draft, context.stopToken());
    if (context.stopRequested()) return;
    takeEdges(draft, place, context.stopToken());
}

std::vector<std::uint32_t> PathGraph::criticalPath() const {
    std::vector<std::uint32_t> out;
    if (m_points.empty()) return out;
    auto at = static_cast<std::uint32_t>(m_points.size() - 1);
    while (at > 0) {
        // The edge that explains the point to the nanosecond; of several, the one of the longest stretch.
        auto it = std::lower_bound(m_edges.begin(), m_edges.end(), at,
                                   [](const PathEdge& e, std::uint32_t to) { return e.to < to; });
        std::optional<std::uint32_t> best;
        for (; it != m_edges.end() && it->to == at; ++it) {
            if (m_points[at] - m_points[it->from] != it->ns) continue;
            const auto index = static_cast<std::uint32_t>(it - m_edges.begin());
            if (!best || it->ns > m_edges[*best].ns) best = index;
        }
        if (!best) break; // cannot be: every point has such an edge
        out.push_back(*best);
        at = m_edges[*best].from;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::int64_t PathGraph::lengthWith(const std::function<std::int64_t(const PathEdge&)>& ns,
                                   const std::stop_token& stop) const {
    std::vector<std::int64_t> at(m_points.size(), 0);
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        if (i % kBetweenChecks == 0 && stop.stop_requested()) return 0;
        const PathEdge& edge = m_edges[i];
        at[edge.to] = std::max(at[edge.to], at[edge.from] + ns(edge));
    }
    return at.empty() ? 0 : at.back();
}

} // namespace lanescope
