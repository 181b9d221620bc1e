#include "core/analysis/intervals.h"
#include "core/analysis/launches/launch_lists.h"
#include "core/analysis/run_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

struct Replay { // one call and all the work it owns
    SliceId call;
    std::vector<SliceId> works; // by start
    std::optional<std::int64_t> graph;
    std::int64_t spanNs = 0, busyNs = 0;
};

struct Launched {
    SliceId call, work;
};

// Work that starts in the window with its call: calls by start, then row; the work of each in the order it came.
std::vector<Launched> launchedIn(const TraceStore& store, const WindowedDevice& device, const LaunchIndex& launches,
                                 const std::stop_token& stop) {
    std::vector<Launched> out;
    std::size_t looked = 0;
    for (const SliceId work : device.work->work) {
        if (looked++ % 16'384 == 0 && stop.stop_requested()) return out;
        const std::int64_t start = count(store.start(work));
        if (start < device.beginNs || start >= device.endNs) continue;
        if (const auto call = launches.callOf(work)) out.push_back({*call, work});
    }
    sortStoppable(
        out,
        [&store](const Launched& a, const Launched& b) {
            return store.start(a.call) != store.start(b.call) ? store.start(a.call) < store.start(b.call)
                                                              : a.call < b.call;
        },
        stop);
    return out;
}

// Calls of two pieces of work and more, by start.
std::vector<Replay> replaysOf(const TraceStore& store, const WindowedDevice& device, const LaunchIndex& launches,
                              const std::stop_token& stop) {
    const std::vector<Launched> all = launchedIn(store, device, launches, stop);
    std::vector<Replay> out;
    for (std::size_t begin = 0, next = 0; begin < all.size(); begin = next) {
        if (out.size() % 1'024 == 0 && stop.stop_requested()) return out;
        while (next < all.size() && all[next].call == all[begin].call) ++next;
        if (next - begin < 2) continue;
        Replay replay{all[begin].call, {}, {}, 0, 0};
        for (std::size_t i = begin; i < next; ++i) replay.works.push_back(all[i].work);
        replay.graph = store.arg(ArgField::GraphId).find(replay.works.front().value);
        UnionBuilder builder;
        std::int64_t end = INT64_MIN;
        for (const SliceId w : replay.works) {
            builder.add(count(store.start(w)), count(store.end(w)));
            end = std::max(end, count(store.end(w)));
        }
        replay.spanNs = end - count(store.start(replay.works.front()));
        replay.busyNs = length(builder.take());
        out.push_back(std::move(replay));
    }
    return out;
}

std::int64_t delayNs(const TraceStore& store, const Replay& r) {
    return (store.start(r.works.front()) - store.end(r.call)).count();
}

void addSingles(Table& out, const TraceStore& store, const std::string& device, const std::vector<Replay>& replays,
                std::size_t maxRows) {
    for (std::size_t i = 0; i < std::min(replays.size(), maxRows); ++i) {
        const Replay& r = replays[i];
        out.rows.push_back({device, std::string(store.name(r.call)), maybeCell(r.graph), count(store.start(r.call)),
                            store.duration(r.call).count(), countCell(r.works.size()), delayNs(store, r), r.spanNs,
                            r.busyNs, r.spanNs - r.busyNs});
        out.rowSlices.push_back(r.works);
        out.rowSlices.back().push_back(r.call);
    }
    if (replays.size() > maxRows)
        out.notes.push_back(fmt::format("device {}: {} more are not listed", device, replays.size() - maxRows));
}

// One row per graph: by its id, else by the call and how much work it owns.
void addGraphs(Table& out, const TraceStore& store, const std::string& device, const std::vector<Replay>& replays) {
    struct Sum {
        std::int64_t launches = 0, callNs = 0, delayNs = 0, spanNs = 0, busyNs = 0;
        std::vector<SliceId> calls;
    };
    std::map<std::tuple<std::string_view, std::optional<std::int64_t>, std::size_t>, Sum> sums;
    for (const Replay& r : replays) {
        Sum& sum = sums[{store.name(r.call), r.graph, r.works.size()}];
        ++sum.launches;
        sum.callNs += store.duration(r.call).count();
        sum.delayNs += delayNs(store, r);
        sum.spanNs += r.spanNs;
        sum.busyNs += r.busyNs;
        if (sum.calls.size() < kMaxRowSlices) sum.calls.push_back(r.call);
    }
    for (auto& [key, sum] : sums) {
        const auto& [name, graph, works] = key;
        const auto mean = [n = static_cast<double>(sum.launches)](std::int64_t ns) {
            return roundedCell(static_cast<double>(ns) / n);
        };
        out.rows.push_back({device, std::string(name), maybeCell(graph), countCell(works), sum.launches, sum.spanNs,
                            sum.spanNs - sum.busyNs, mean(sum.callNs), mean(sum.delayNs), mean(sum.spanNs),
                            mean(sum.busyNs), mean(sum.spanNs - sum.busyNs)});
        out.rowSlices.push_back(std::move(sum.calls));
    }
}

} // namespace

std::vector<Table> graphLaunches(const TraceStore& store, std::span<const WindowedDevice> devices,
                                 const LaunchIndex& launches, std::size_t maxRows, const std::stop_token& stop) {
    Table graphs = makeTable(store, "graphs", "Graphs",
                             {{"device", "device", Unit::Text},
                              {"call", "call", Unit::Text},
                              {"graph", "graph", Unit::None},
                              {"work_count", "pieces of work", Unit::Count},
                              {"launch_count", "launches", Unit::Count},
                              {"span_ns", "total span", Unit::Nanoseconds},
                              {"idle_ns", "idle inside", Unit::Nanoseconds},
                              {"call_mean_ns", "call, mean", Unit::Nanoseconds},
                              {"delay_mean_ns", "launch delay, mean", Unit::Nanoseconds},
                              {"span_mean_ns", "span, mean", Unit::Nanoseconds},
                              {"busy_mean_ns", "busy, mean", Unit::Nanoseconds},
                              {"idle_mean_ns", "idle, mean", Unit::Nanoseconds}});
    Table singles = makeTable(store, "graph_launches", "Launches of many pieces of work (graphs)",
                              {{"device", "device", Unit::Text},
                               {"call", "call", Unit::Text},
                               {"graph", "graph", Unit::None},
                               {"begin_ns", "start of the call", Unit::TimePoint},
                               {"call_ns", "call", Unit::Nanoseconds},
                               {"work_count", "pieces of work", Unit::Count},
                               {"delay_ns", "launch delay", Unit::Nanoseconds},
                               {"span_ns", "first start to last end", Unit::Nanoseconds},
                               {"busy_ns", "busy", Unit::Nanoseconds},
                               {"idle_ns", "idle inside", Unit::Nanoseconds}});
    for (const WindowedDevice& device : devices) {
        const std::vector<Replay> replays = replaysOf(store, device, launches, stop);
        addGraphs(graphs, store, device.name, replays);
        addSingles(singles, store, device.name, replays, maxRows);
    }
    graphs.notes = {"launches of one graph: by its id and how much work it owns; without an id by the call"};
    if (singles.rows.empty()) return {};
    return {std::move(graphs), std::move(singles)};
}

} // namespace lanescope
