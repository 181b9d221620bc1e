// The host side of the row tree: processes by sort index, threads by what they do, each with its runtime calls below
// it.
#include "core/query/derived_lanes.h"
#include "core/query/rows_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lanescope::rows {

namespace {

enum class ThreadUse : std::uint8_t {
    Main,
    Autograd,
    RuntimeOnly,
    DataLoader,
    Plain,
    Stray /* frames without thread */
};

struct HostThread {
    ThreadId id;
    std::vector<TrackId> rows;    // Host and Other tracks
    std::vector<TrackId> runtime; // its runtime and driver calls
    std::vector<TrackId> async;
    ThreadUse use = ThreadUse::Plain;
    std::uint64_t slices = 0;
};

struct HostProcess {
    std::string pid;
    std::vector<HostThread> threads;
    bool hasSortIndex = false;
    std::int64_t sortIndex = 0;
    bool onDevice = false; // a device has the same pid: frames that lost their thread
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool isHostTrack(const Track& track) {
    return track.role == TrackRole::Host || track.role == TrackRole::RuntimeCalls || track.role == TrackRole::Other ||
           track.role == TrackRole::Async;
}

std::vector<HostProcess> collect(const Context& context) {
    const TraceStore& store = context.store;
    std::vector<HostProcess> out;
    const auto processOf = [&](const Thread& thread) -> HostProcess& {
        const std::string_view pid = store.text(thread.pid);
        const auto it = std::find_if(out.begin(), out.end(), [&](const HostProcess& p) { return p.pid == pid; });
        if (it != out.end()) return *it;
        out.push_back({std::string(pid), {}, thread.hasProcessSortIndex, thread.processSortIndex, false});
        return out.back();
    };
    for (std::uint32_t i = 0; i < store.tracks().size(); ++i) {
        const Track& track = store.tracks()[i];
        if (!isHostTrack(track) || !hasContent(track) || isRecordingMark(store, track)) continue;
        const Thread& thread = store.threads()[track.thread.value];
        HostProcess& process = processOf(thread);
        process.hasSortIndex |= thread.hasProcessSortIndex;
        if (thread.hasProcessSortIndex) process.sortIndex = thread.processSortIndex;
        auto it = std::find_if(process.threads.begin(), process.threads.end(),
                               [&](const HostThread& t) { return t.id == track.thread; });
        if (it == process.threads.end())
            it = process.threads.insert(it, HostThread{track.thread, {}, {}, {}, ThreadUse::Plain, 0});
        auto& list = track.role == TrackRole::RuntimeCalls ? it->runtime
                     : track.role == TrackRole::Async      ? it->async
                                                           : it->rows;
        list.push_back(TrackId{i});
        it->slices += track.sliceCount;
    }
    for (const CounterCurve& curve : context.counters.curves())
        if (curve.thread && !counterDevice(store, curve)) processOf(store.threads()[curve.thread->value]);
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream || !hasContent(track)) continue;
        const std::string_view pid = store.text(store.threads()[track.thread.value].pid);
        for (HostProcess& process : out) process.onDevice |= process.pid == pid;
    }
    return out;
}

// Frames of threads that were running when the recording began may carry the pid of a device: they join the one
// process.
void adoptStrays(std::vector<HostProcess>& processes) {
    const auto real = std::count_if(processes.begin(), processes.end(), [](const auto& p) { return !p.onDevice; });
    if (real != 1 || processes.size() < 2) return;
    const auto home = std::find_if(processes.begin(), processes.end(), [](const auto& p) { return !p.onDevice; });
    std::vector<HostThread> strays;
    for (HostProcess& process : processes) {
        if (!process.onDevice) continue;
        for (HostThread& thread : process.threads) {
            thread.use = ThreadUse::Stray;
            strays.push_back(std::move(thread));
        }
    }
    home->threads.insert(home->threads.end(), std::make_move_iterator(strays.begin()),
                         std::make_move_iterator(strays.end()));
    std::erase_if(processes, [](const HostProcess& p) { return p.onDevice; });
}

// A backward operator says which thread ran the forward one.
bool runsBackward(const TraceStore& store, const HostThread& thread) {
    const SideColumn& forward = store.arg(ArgField::ForwardThread);
    for (const TrackId id : thread.rows) {
        const Track& track = store.tracks()[id.value];
        const auto begin = std::lower_bound(forward.rows.begin(), forward.rows.end(), track.firstSlice);
        const auto end = std::lower_bound(begin, forward.rows.end(), track.firstSlice + track.sliceCount);
        for (auto it = begin; it != end; ++it)
            if (forward.valueAt(static_cast<std::size_t>(it - forward.rows.begin())) != 0) return true;
    }
    return false;
}

// "main", "CrRendererMain"; not "thread 7 (pt_main_thread)", which Kineto writes for every thread of the process.
bool isNamedMain(std::string_view name) {
    return !name.starts_with("thread ") && (contains(name, "Main") || name == "main" || contains(name, "main thread"));
}

void findUses(const TraceStore& store, HostProcess& process) {
    std::optional<ThreadId> main;
    for (const Step& step : store.steps()) main = store.tracks()[store.track(SliceId{step.slice}).value].thread;
    HostThread* best = nullptr;
    for (HostThread& thread : process.threads) {
        if (thread.use == ThreadUse::Stray) continue;
        const Thread& info = store.threads()[thread.id.value];
        const std::string_view name = store.text(info.name);
        if (contains(name, "autograd"))
            thread.use = ThreadUse::Autograd;
        else if (contains(name, "data_worker") || contains(name, "DataLoader") || contains(name, "dataloader"))
            thread.use = ThreadUse::DataLoader;
        else if (thread.rows.empty() && thread.async.empty())
            thread.use = ThreadUse::RuntimeOnly;
        const auto rank = [&](const HostThread& t) {
            const Thread& of = store.threads()[t.id.value];
            return std::tuple(main == t.id, isNamedMain(store.text(of.name)), of.pid == of.tid, t.slices);
        };
        if (thread.use == ThreadUse::Plain && (best == nullptr || rank(thread) > rank(*best))) best = &thread;
    }
    if (best != nullptr) best->use = ThreadUse::Main;
    for (HostThread& thread : process.threads)
        if (thread.use == ThreadUse::Plain && runsBackward(store, thread)) thread.use = ThreadUse::Autograd;
}

// Main thread, autograd, threads that only call the runtime, data loaders, others; each by sort index, then number.
void sortThreads(const TraceStore& store, std::vector<HostThread>& threads) {
    std::stable_sort(threads.begin(), threads.end(), [&](const HostThread& a, const HostThread& b) {
        if (a.use != b.use) return a.use < b.use;
        const Thread& left = store.threads()[a.id.value];
        const Thread& right = store.threads()[b.id.value];
        if (left.sortIndex != right.sortIndex) return left.sortIndex < right.sortIndex;
        return naturalLess(store.text(left.tid), store.text(right.tid));
    });
}

struct ThreadNames {
    std::string name, shortName, words;
};

ThreadNames namesOf(const TraceStore& store, const HostProcess& process, const HostThread& thread) {
    const Thread& info = store.threads()[thread.id.value];
    const std::string tid(store.text(info.tid));
    const std::string given(store.text(info.name));
    const std::string words = threadWords(given);
    switch (thread.use) {
    case ThreadUse::Main:
        return {"main thread", "main", words};
    case ThreadUse::Autograd: {
        const auto same = std::count_if(process.threads.begin(), process.threads.end(),
                                        [](const HostThread& t) { return t.use == ThreadUse::Autograd; });
        const std::size_t digits = words.find_last_not_of("0123456789") + 1;
        const std::string number = digits < words.size() ? words.substr(digits) : tid;
        return {same > 1 ? "autograd thread " + number : "autograd thread",
                same > 1 ? "autograd " + number : "autograd", words};
    }
    case ThreadUse::Stray:
        return {"frames without thread", "no thread", "pid " + std::string(store.text(info.pid))};
    default:
        break;
    }
    const bool generic = words.empty() || given.starts_with("thread ");
    return {generic ? "thread " + tid : words, generic ? "thread " + tid : words, generic ? words : std::string()};
}

std::string laneCount(std::size_t lanes) { return lanes == 1 ? std::string() : fmt::format(", {} lanes", lanes); }

void addTracks(const Context& context, Row& row, std::span<const TrackId> tracks) {
    for (const TrackId track : tracks) {
        row.tracks.push_back(track);
        if (context.options.python == PythonFrames::Hidden && row.kind == RowKind::HostThread) {
            for (auto& lane : withoutPython(context.store, track))
                row.lanes.push_back({LaneId{}, std::move(lane), nullptr});
            continue;
        }
        for (DisplayLane& lane : lanesOf(context.store, track)) row.lanes.push_back(std::move(lane));
    }
}

void addThread(const Context& context, const HostProcess& process, const HostThread& thread, std::uint32_t group,
               std::vector<Row>& out) {
    const ThreadNames names = namesOf(context.store, process, thread);
    const std::string tid(context.store.text(context.store.threads()[thread.id.value].tid));
    const std::string key = fmt::format("{}/{}", out[group].key, names.shortName);
    if (!thread.rows.empty()) {
        Row row;
        row.kind = RowKind::HostThread;
        row.level = 1;
        row.parent = group;
        row.key = key;
        row.name = names.name;
        addTracks(context, row, thread.rows);
        row.subtitle =
            fmt::format("tid {}{}{}{}", tid, names.words.empty() ? "" : ", ", names.words, laneCount(row.lanes.size()));
        row.shortSubtitle = names.words.empty() ? "tid " + tid : names.words;
        out.push_back(std::move(row));
    }
    for (const TrackId track : thread.runtime) {
        Row row;
        row.kind = RowKind::RuntimeCalls;
        row.level = thread.rows.empty() ? 1 : 2;
        row.parent = group;
        row.key = key + "/runtime";
        row.name = thread.rows.empty() ? names.name : "runtime calls";
        row.shortSubtitle = thread.rows.empty() ? "runtime calls" : names.shortName;
        row.subtitle = row.shortSubtitle;
        addTracks(context, row, std::span(&track, 1));
        out.push_back(std::move(row));
    }
    for (const TrackId track : thread.async) {
        Row row;
        row.kind = RowKind::Async;
        row.level = 1;
        row.parent = group;
        addTracks(context, row, std::span(&track, 1));
        const Track& of = context.store.tracks()[track.value];
        row.name = of.sliceCount > 0 ? std::string(context.store.name(SliceId{of.firstSlice})) : std::string("async");
        row.key = fmt::format("{}/async {}", out[group].key, row.name);
        row.shortSubtitle = "async";
        row.subtitle = "async";
        out.push_back(std::move(row));
    }
}

} // namespace

MergedName mergedName(std::string_view name) {
    constexpr std::string_view kWord = "rank ";
    if (!name.starts_with(kWord)) return {};
    std::size_t end = kWord.size();
    while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    if (end == kWord.size() || (end < name.size() && name[end] != ' ')) return {};
    MergedName out{std::string(name.substr(0, end)) + " ", {}};
    const std::size_t open = name.rfind('(');
    if (open == std::string_view::npos || !name.ends_with(')')) return out;
    out.process = open + 2 == name.size() ? "()" : name.substr(open + 1, name.size() - open - 2);
    return out;
}

namespace {

Row groupRow(const Context& context, const HostProcess& process, std::size_t processes, std::uint32_t empty) {
    Row row;
    row.kind = RowKind::Group;
    row.key = processes == 1 ? std::string("host") : "host " + process.pid;
    MergedName merged;
    if (processes > 1 && !process.threads.empty())
        merged = mergedName(context.store.text(context.store.threads()[process.threads.front().id.value].processName));
    const bool isHost = processes == 1 || merged.process.empty() || asNumber(merged.process).has_value();
    if (!merged.rank.empty())
        row.name = merged.rank + (isHost ? std::string("host") : merged.process); // "Spans" and the like are none
    else
        row.name = context.rankPrefix + (processes == 1 ? std::string("host") : "process " + process.pid);
    const std::string count =
        process.threads.size() == 1 ? std::string("1 thread") : fmt::format("{} threads", process.threads.size());
    row.subtitle = processes == 1 ? fmt::format("process {}, {}", process.pid, count) : count;
    row.emptyHidden = empty;
    return row;
}

std::string rankOf(const Context& context, const HostProcess& process) {
    const ThreadId thread = process.threads.front().id;
    return mergedName(context.store.text(context.store.threads()[thread.value].processName)).rank;
}

} // namespace

void addHostGroups(const Context& context, std::vector<Row>& out) {
    std::vector<HostProcess> processes = collect(context);
    adoptStrays(processes);
    for (HostProcess& process : processes) {
        findUses(context.store, process);
        sortThreads(context.store, process.threads);
    }
    std::stable_sort(processes.begin(), processes.end(), [](const HostProcess& a, const HostProcess& b) {
        if (a.hasSortIndex && b.hasSortIndex && a.sortIndex != b.sortIndex) return a.sortIndex < b.sortIndex;
        return naturalLess(a.pid, b.pid);
    });
    const EmptyRows empty = emptyRows(context.store);
    const std::vector<RankDevices> ranks = ranksWithSeveralDevices(context.store);
    std::uint32_t unplaced = empty.processes; // said once, at the top
    for (const HostProcess& process : processes) {
        const auto found = empty.threadsByProcess.find(process.pid);
        const std::uint32_t own = found == empty.threadsByProcess.end() ? 0 : found->second;
        out.push_back(groupRow(context, process, processes.size(), own + unplaced));
        unplaced = 0;
        const auto group = static_cast<std::uint32_t>(out.size() - 1);
        if (!process.threads.empty()) addRankBands(ranks, rankOf(context, process), group, out);
        for (const HostThread& thread : process.threads) addThread(context, process, thread, group, out);
        for (std::uint32_t c = 0; c < context.counters.curves().size(); ++c) {
            const CounterCurve& curve = context.counters.curves()[c];
            if (counterDevice(context.store, curve)) continue;
            const bool ofProcess =
                curve.thread && context.store.text(context.store.threads()[curve.thread->value].pid) == process.pid;
            if (ofProcess || (!curve.thread && &process == &processes.front()))
                out.push_back(counterRow(context, c, group, out[group].key));
        }
    }
}

} // namespace lanescope::rows
