#include "tests/support/work_store.h"

#include "core/session/words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::testing {

namespace {

TrackRole trackRoleOf(Role role) {
    if (isGpuWork(role)) return TrackRole::Stream;
    if (isLaunchCall(role)) return TrackRole::RuntimeCalls;
    switch (role) {
    case Role::GpuAnnotation:
        return TrackRole::GpuSpans;
    case Role::GpuSync:
    case Role::GpuEvent:
        return TrackRole::GpuSyncs;
    case Role::Overhead:
        return TrackRole::Overhead;
    default:
        return TrackRole::Host;
    }
}

struct Columns { // the memory behind the spans
    std::vector<std::int64_t> start;
    std::vector<std::uint32_t> duration, name, parent, correlation, external, offsetLow;
    std::vector<std::uint8_t> offsetHigh, category, kind;
    std::vector<std::uint32_t> wideRows;
    std::vector<std::int64_t> wideValues;
    std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(ArgField::Count_)> argRows;
    std::array<std::vector<std::int64_t>, static_cast<std::size_t>(ArgField::Count_)> argValues;
    std::vector<std::uint32_t> workRows, callRows, callIndex;
    std::vector<std::uint64_t> stringEnds{0};
    std::string stringBytes;
    std::map<std::string, std::uint32_t> strings{{"", 0}};

    std::uint32_t intern(const std::string& text) {
        const auto [it, added] = strings.emplace(text, static_cast<std::uint32_t>(stringEnds.size()));
        if (added) {
            stringBytes += text;
            stringEnds.push_back(stringBytes.size());
        }
        return it->second;
    }
};

struct Placed {
    std::size_t event = 0;
    std::size_t track = 0;
    std::uint32_t lane = 0;
};

using Events = std::vector<WorkStore::Event>;
using TrackKey = std::tuple<std::string, std::string, TrackRole>;

// First lane whose last slice has ended.
std::vector<Placed> placeAll(const Events& events, std::vector<TrackKey>& tracks) {
    std::vector<Placed> order;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const TrackKey key{events[i].pid, events[i].tid, trackRoleOf(events[i].role)};
        auto it = std::find(tracks.begin(), tracks.end(), key);
        if (it == tracks.end()) it = tracks.insert(tracks.end(), key);
        order.push_back({i, static_cast<std::size_t>(it - tracks.begin()), 0});
    }
    std::stable_sort(order.begin(), order.end(), [&](const Placed& a, const Placed& b) {
        return std::tuple(a.track, events[a.event].start, -events[a.event].duration) <
               std::tuple(b.track, events[b.event].start, -events[b.event].duration);
    });
    std::map<std::size_t, std::vector<std::int64_t>> laneEnds;
    for (Placed& p : order) {
        auto& ends = laneEnds[p.track];
        while (p.lane < ends.size() && ends[p.lane] > events[p.event].start) ++p.lane;
        if (p.lane == ends.size()) ends.push_back(0);
        ends[p.lane] = events[p.event].start + events[p.event].duration;
    }
    std::stable_sort(order.begin(), order.end(), [](const Placed& a, const Placed& b) {
        return std::tuple(a.track, a.lane) < std::tuple(b.track, b.lane);
    });
    return order;
}

void fillTables(StoreParts& parts, Columns& columns, const Events& events, const std::vector<Placed>& order,
                const std::vector<TrackKey>& tracks) {
    std::map<std::pair<std::string, std::string>, std::uint32_t> threads;
    for (const auto& [pid, tid, role] : tracks) {
        const auto [it, added] = threads.emplace(std::pair(pid, tid), static_cast<std::uint32_t>(threads.size()));
        if (added) {
            Thread thread;
            thread.pid = StringId{columns.intern(pid)};
            thread.tid = StringId{columns.intern(tid)};
            parts.threads.push_back(thread);
        }
        Track track;
        track.thread = ThreadId{it->second};
        track.role = role;
        parts.tracks.push_back(track);
    }
    for (std::uint32_t row = 0; row < order.size(); ++row) {
        const Placed& p = order[row];
        Track& track = parts.tracks[p.track];
        const bool newTrack = track.sliceCount == 0;
        if (newTrack) {
            track.firstSlice = row;
            track.firstLane = static_cast<std::uint32_t>(parts.lanes.size());
            track.device = events[p.event].device;
            track.stream = events[p.event].stream;
        }
        if (newTrack || p.lane == track.laneCount) {
            parts.lanes.push_back({TrackId{static_cast<std::uint32_t>(p.track)}, row, 0});
            ++track.laneCount;
        }
        ++track.sliceCount;
        ++parts.lanes.back().sliceCount;
    }
}

void fillRow(Columns& c, const WorkStore::Event& e, std::size_t fileOrder, std::uint32_t row) {
    c.start.push_back(e.start);
    if (e.duration < kWideMark) {
        c.duration.push_back(static_cast<std::uint32_t>(e.duration));
    } else {
        c.duration.push_back(kWideMark);
        c.wideRows.push_back(row);
        c.wideValues.push_back(e.duration);
    }
    c.name.push_back(c.intern(e.name));
    c.parent.push_back(kNoRow);
    c.correlation.push_back(static_cast<std::uint32_t>(e.correlation));
    c.external.push_back(static_cast<std::uint32_t>(e.externalId));
    c.offsetLow.push_back(static_cast<std::uint32_t>(100 * (fileOrder + 1)));
    c.offsetHigh.push_back(0);
    c.category.push_back(static_cast<std::uint8_t>(e.role));
    c.kind.push_back(static_cast<std::uint8_t>(e.kind));
    for (const WorkStore::Arg& arg : e.args) {
        const auto field = static_cast<std::size_t>(arg.field);
        c.argRows[field].push_back(row);
        c.argValues[field].push_back(arg.text.empty() ? arg.number : c.intern(arg.text));
    }
}

// The shortest slice of the same host thread that contains it; equal spans: the earlier in the file.
void fillParents(Columns& c, const Events& events, const std::vector<Placed>& order) {
    for (std::uint32_t row = 0; row < order.size(); ++row) {
        const WorkStore::Event& e = events[order[row].event];
        if (trackRoleOf(e.role) != TrackRole::Host && !isLaunchCall(e.role)) continue;
        std::optional<std::uint32_t> best;
        for (std::uint32_t other = 0; other < order.size(); ++other) {
            const WorkStore::Event& o = events[order[other].event];
            if (other == row || o.pid != e.pid || o.tid != e.tid) continue;
            if (trackRoleOf(o.role) != TrackRole::Host && !isLaunchCall(o.role)) continue;
            if (o.start > e.start || o.start + o.duration < e.start + e.duration) continue;
            if (o.duration == e.duration && order[other].event > order[row].event) continue;
            const bool shorter =
                !best || o.duration < events[order[*best].event].duration ||
                (o.duration == events[order[*best].event].duration && order[other].event > order[*best].event);
            if (shorter) best = other;
        }
        if (best) c.parent[row] = *best;
    }
}

void fillLaunches(Columns& c, const Events& events, const std::vector<Placed>& order) {
    for (std::uint32_t row = 0; row < order.size(); ++row) {
        const WorkStore::Event& e = events[order[row].event];
        if (trackRoleOf(e.role) != TrackRole::Stream && trackRoleOf(e.role) != TrackRole::GpuSyncs) continue;
        if (e.correlation == 0) continue;
        for (const Role wanted : {Role::Driver, Role::Runtime}) // the runtime call has the last word
            for (std::uint32_t call = 0; call < order.size(); ++call) {
                const WorkStore::Event& o = events[order[call].event];
                if (o.role != wanted || o.correlation != e.correlation) continue;
                if (!c.workRows.empty() && c.workRows.back() == row)
                    c.callRows.back() = call;
                else {
                    c.workRows.push_back(row);
                    c.callRows.push_back(call);
                }
            }
    }
    for (std::uint32_t i = 0; i < c.workRows.size(); ++i) c.callIndex.push_back(i);
    std::stable_sort(c.callIndex.begin(), c.callIndex.end(), [&c](std::uint32_t a, std::uint32_t b) {
        return std::pair(c.callRows[a], c.start[c.workRows[a]]) < std::pair(c.callRows[b], c.start[c.workRows[b]]);
    });
}

void fillSteps(StoreParts& parts, const Events& events, const std::vector<Placed>& order,
               const std::vector<std::int64_t>& warmup) {
    constexpr std::string_view kPrefix = "ProfilerStep#";
    for (std::uint32_t row = 0; row < order.size(); ++row) {
        const WorkStore::Event& e = events[order[row].event];
        if (e.role != Role::UserAnnotation || !e.name.starts_with(kPrefix)) continue;
        Step step;
        step.slice = row;
        step.number = std::stoll(e.name.substr(kPrefix.size()));
        step.warmup = std::find(warmup.begin(), warmup.end(), step.number) != warmup.end();
        parts.steps.push_back(step);
    }
}

void viewColumns(StoreParts& parts, const Columns& c) {
    SliceColumns& s = parts.slices;
    s.start = c.start;
    s.duration = {c.duration, c.wideRows, c.wideValues};
    s.name = c.name;
    s.parent = c.parent;
    s.correlation = {c.correlation, {}, {}};
    s.externalId = {c.external, {}, {}};
    s.offsetLow = c.offsetLow;
    s.offsetHigh = c.offsetHigh;
    s.category = c.category;
    s.kind = c.kind;
    for (std::size_t f = 0; f < c.argRows.size(); ++f) parts.args[f] = {c.argRows[f], {}, c.argValues[f]};
    parts.launches = {c.workRows, c.callRows, c.callIndex};
    parts.stringEnds = c.stringEnds;
    parts.stringBytes = c.stringBytes;
}

} // namespace

std::size_t WorkStore::add(Event event) {
    m_events.push_back(std::move(event));
    return m_events.size() - 1;
}

std::size_t WorkStore::kernel(std::int64_t device, std::int64_t stream, std::int64_t start, std::int64_t duration,
                              WorkKind kind, std::uint64_t correlation, std::string name) {
    Event e;
    e.pid = std::to_string(device);
    e.tid = std::to_string(stream);
    e.role = kind == WorkKind::Memory ? Role::Memcpy : Role::Kernel;
    e.name = std::move(name);
    e.start = start;
    e.duration = duration;
    e.kind = kind;
    e.correlation = correlation;
    e.device = device;
    e.stream = stream;
    return add(std::move(e));
}

std::size_t WorkStore::call(std::int64_t start, std::int64_t duration, std::uint64_t correlation, std::string name,
                            std::string tid) {
    Event e;
    e.pid = "host";
    e.tid = std::move(tid);
    e.role = Role::Runtime;
    e.name = std::move(name);
    e.start = start;
    e.duration = duration;
    e.correlation = correlation;
    return add(std::move(e));
}

std::size_t WorkStore::op(std::string name, std::int64_t start, std::int64_t duration, std::string tid, Role role) {
    Event e;
    e.pid = "host";
    e.tid = std::move(tid);
    e.role = role;
    e.name = std::move(name);
    e.start = start;
    e.duration = duration;
    return add(std::move(e));
}

std::size_t WorkStore::step(std::int64_t number, std::int64_t start, std::int64_t duration) {
    return op("ProfilerStep#" + std::to_string(number), start, duration, "1", Role::UserAnnotation);
}

std::shared_ptr<const TraceStore> WorkStore::build() {
    auto columns = std::make_shared<Columns>();
    StoreParts parts;
    std::vector<TrackKey> tracks;
    const std::vector<Placed> order = placeAll(m_events, tracks);
    fillTables(parts, *columns, m_events, order, tracks);
    m_rowOf.assign(m_events.size(), 0);
    for (std::uint32_t row = 0; row < order.size(); ++row) {
        fillRow(*columns, m_events[order[row].event], order[row].event, row);
        m_rowOf[order[row].event] = row;
    }
    fillParents(*columns, m_events, order);
    fillLaunches(*columns, m_events, order);
    fillSteps(parts, m_events, order, m_warmup);
    for (int role = 0; role <= static_cast<int>(Role::Other); ++role)
        parts.categories.push_back(
            {StringId{columns->intern(std::string(roleWord(static_cast<Role>(role))))}, static_cast<Role>(role)});
    viewColumns(parts, *columns);
    return std::make_shared<const TraceStore>(std::move(parts), columns);
}

} // namespace lanescope::testing
