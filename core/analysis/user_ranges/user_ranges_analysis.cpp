// Ranges that people put into their code: time on the host, nesting, and the work launched inside; and what the trace
// shows of them on the GPU.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/launches/launch_index.h"
#include "core/analysis/statistics.h"
#include "core/analysis/user_ranges/range_tree.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all
constexpr int kMaxAncestors = 4096;           // a bound, not a rule
constexpr std::int64_t kNotReached = INT64_MIN;

std::string groupName(std::string_view name) {
    return name.starts_with("ProfilerStep#") ? "ProfilerStep*" : std::string(name);
}

struct Group {
    std::vector<std::int64_t> ns;
    std::int64_t selfNs = 0, sumNs = 0;
    std::uint64_t works = 0, nested = 0; // nested: inside another range
    std::vector<Interval> spans;         // of the work, unsorted
    std::vector<SliceId> slices;
};
using Groups = std::map<std::string, Group>;

std::vector<SliceId> rangesOf(const TraceStore& store, TimeRange range, Role role) {
    std::vector<SliceId> out;
    const TrackRole wanted = role == Role::GpuAnnotation ? TrackRole::GpuSpans : TrackRole::Host;
    for (const Track& track : store.tracks()) {
        if (track.role != wanted) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row)
            if (store.role(SliceId{row}) == role && range.contains(store.start(SliceId{row})))
                out.push_back(SliceId{row});
    }
    std::sort(out.begin(), out.end(), [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        if (store.duration(a) != store.duration(b)) return store.duration(a) > store.duration(b);
        return store.eventOffset(a) < store.eventOffset(b);
    });
    return out;
}

std::optional<SliceId> rangeAround(const TraceStore& store, SliceId slice) {
    std::optional<SliceId> at = store.parent(slice);
    for (int i = 0; at && i < kMaxAncestors; ++i, at = store.parent(*at))
        if (store.role(*at) == Role::UserAnnotation) return at;
    return std::nullopt;
}

Groups hostGroups(const TraceStore& store, const std::vector<SliceId>& ranges, RunContext& context) {
    Groups out;
    std::unordered_map<std::uint32_t, std::int64_t> reached; // by row: end of what nested ranges covered
    for (const SliceId s : ranges) {
        if (context.stopRequested()) return out;
        Group& group = out[groupName(store.name(s))];
        group.ns.push_back(store.duration(s).count());
        group.selfNs += store.duration(s).count();
        if (group.slices.size() < kMaxRowSlices) group.slices.push_back(s);
        reached.emplace(s.value, kNotReached);
        const auto around = rangeAround(store, s);
        const auto outer = around ? reached.find(around->value) : reached.end();
        if (outer == reached.end()) continue;
        ++group.nested;
        const std::int64_t begin = std::max(count(store.start(s)), outer->second);
        const std::int64_t end = std::min(count(store.end(s)), count(store.end(*around)));
        if (end > begin) out[groupName(store.name(*around))].selfNs -= end - begin;
        outer->second = std::max(outer->second, end);
    }
    return out;
}

// Each piece of work counts once for every name among the ranges around its launch call.
void addWork(const TraceStore& store, const AnalysisInput& input, TimeRange range, Groups& groups,
             RunContext& context) {
    const LaunchLinks& links = store.launches();
    std::vector<Group*> seen;
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return;
        const SliceId work{links.workRows[i]};
        if (!isGpuWork(store.role(work))) continue;
        if (input.device && store.device(work) != input.device->device) continue;
        seen.clear();
        for (auto at = rangeAround(store, SliceId{links.callRows[i]}); at; at = rangeAround(store, *at)) {
            if (!range.contains(store.start(*at))) continue;
            const auto group = groups.find(groupName(store.name(*at)));
            if (group == groups.end() || std::find(seen.begin(), seen.end(), &group->second) != seen.end()) continue;
            seen.push_back(&group->second);
            ++group->second.works;
            group->second.sumNs += store.duration(work).count();
            group->second.spans.push_back({count(store.start(work)), count(store.end(work))});
        }
    }
}

Table hostTable(const TraceStore& store, Groups& groups) {
    Table out = makeTable(store, "user_ranges", "User ranges on the host, and the work launched inside",
                          {{"name", "range", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"nested_count", "inside another", Unit::Count},
                           {"cpu_total_ns", "CPU total", Unit::Nanoseconds},
                           {"cpu_self_ns", "self CPU", Unit::Nanoseconds},
                           {"cpu_mean_ns", "mean", Unit::Nanoseconds},
                           {"cpu_min_ns", "min", Unit::Nanoseconds},
                           {"cpu_max_ns", "max", Unit::Nanoseconds},
                           {"work_count", "pieces of GPU work", Unit::Count},
                           {"gpu_busy_ns", "GPU busy", Unit::Nanoseconds},
                           {"gpu_sum_ns", "sum of GPU durations", Unit::Nanoseconds}});
    std::vector<std::pair<const std::string*, Group*>> order;
    for (auto& [name, group] : groups) order.emplace_back(&name, &group);
    std::vector<std::pair<std::int64_t, std::size_t>> rows;
    for (auto& [name, group] : order) {
        const Statistics s = statisticsOf(group->ns);
        out.rows.push_back({*name, countCell(s.count), countCell(group->nested), s.total, group->selfNs,
                            roundedCell(s.mean), s.min, s.max, countCell(group->works),
                            length(unionOf(std::move(group->spans))), group->sumNs});
        rows.emplace_back(-s.total, out.rows.size() - 1);
        out.rowSlices.push_back(std::move(group->slices));
    }
    std::sort(rows.begin(), rows.end());
    Table sorted = out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        sorted.rows[i] = out.rows[rows[i].second];
        sorted.rowSlices[i] = out.rowSlices[rows[i].second];
    }
    sorted.notes = {
        "self: without the ranges directly inside, on the same thread; GPU work counts where its launch call "
        "lies inside a range of the calling thread, wherever it runs; work that the backward pass launches on "
        "a thread of its own is in no range of the main thread"};
    return sorted;
}

Table deviceTable(const TraceStore& store, const std::vector<SliceId>& spans) {
    Table out = makeTable(store, "gpu_user_ranges", "User ranges as the GPU shows them",
                          {{"name", "range", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"total_ns", "total", Unit::Nanoseconds},
                           {"mean_ns", "mean", Unit::Nanoseconds},
                           {"min_ns", "min", Unit::Nanoseconds},
                           {"max_ns", "max", Unit::Nanoseconds},
                           {"std_ns", "std", Unit::Nanoseconds}});
    std::map<std::string, Group> groups;
    for (const SliceId s : spans) {
        Group& group = groups[std::string(store.name(s))];
        group.ns.push_back(store.duration(s).count());
        if (group.slices.size() < kMaxRowSlices) group.slices.push_back(s);
    }
    std::vector<std::pair<std::int64_t, const std::string*>> order;
    for (auto& [name, group] : groups) order.emplace_back(-statisticsOf(group.ns).total, &name);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : *a.second < *b.second;
    });
    for (const auto& [total, name] : order) {
        Group& group = groups[*name];
        const Statistics s = statisticsOf(group.ns);
        out.rows.push_back({*name, countCell(s.count), s.total, roundedCell(s.mean), s.min, s.max, roundedCell(s.std)});
        out.rowSlices.push_back(std::move(group.slices));
    }
    out.notes = {
        "from the first to the last piece of work of a range, as the profiler drew it: spans around work, not work"};
    return out;
}

} // namespace

Result<AnalysisResult> analyseUserRanges(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const TimeRange everything{store.extent().begin, store.extent().end + Ns{1}};
    const TimeRange range = input.range.value_or(everything);
    const std::vector<SliceId> ranges = rangesOf(store, range, Role::UserAnnotation);
    Groups groups = hostGroups(store, ranges, context);
    if (context.stopRequested()) return stoppedError();
    addWork(store, input, range, groups, context);
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(hostTable(store, groups));
    out.tables.push_back(userRangeTree(store, input, ranges, context));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(deviceTable(store, rangesOf(store, range, Role::GpuAnnotation)));
    return out;
}

} // namespace lanescope
