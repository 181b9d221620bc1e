// The GPU side of the row tree: devices by number, each with its bands, spans, streams by use, syncs and counters.
#include "core/query/derived_lanes.h"
#include "core/query/rows_internal.h"
#include "core/store/device_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::rows {

namespace {

struct RawDevice {
    std::optional<std::int64_t> number;
    std::string pid;
    friend bool operator<(const RawDevice& a, const RawDevice& b) {
        if (a.number != b.number) return a.number < b.number;
        return naturalLess(a.pid, b.pid);
    }
};
struct DeviceTracks {
    std::vector<TrackId> streams, spans, syncs;
};

struct StreamRow {
    std::vector<TrackId> tracks;
    std::optional<std::int64_t> number;
    std::string tid;
    std::string_view group; // of collectives of an NPU, which are on no stream
    UseOfStream use;
};

std::map<RawDevice, DeviceTracks> collect(const TraceStore& store) {
    std::map<RawDevice, DeviceTracks> out;
    const DeviceProcesses processes(store);
    for (std::uint32_t i = 0; i < store.tracks().size(); ++i) {
        const Track& track = store.tracks()[i];
        if (!isDeviceTrack(track) || !hasContent(track)) continue;
        DeviceTracks& tracks = out[{track.device, std::string(store.text(processes.of(track.thread)))}];
        auto& list = track.role == TrackRole::Stream     ? tracks.streams
                     : track.role == TrackRole::GpuSpans ? tracks.spans
                                                         : tracks.syncs;
        list.push_back(TrackId{i});
    }
    return out;
}

std::string tidOf(const TraceStore& store, TrackId track) {
    return std::string(store.text(store.threads()[store.tracks()[track.value].thread.value].tid));
}

std::string streamName(const StreamRow& stream) {
    if (stream.number) return fmt::format("stream {}", *stream.number);
    if (!stream.group.empty()) return std::string(stream.group);
    return stream.tid.starts_with("stream") ? stream.tid : "stream " + stream.tid;
}

bool streamLess(const StreamRow& a, const StreamRow& b) {
    if (a.use.use != b.use.use) return a.use.use < b.use.use;
    if (a.number && b.number && *a.number != *b.number) return *a.number < *b.number;
    return naturalLess(a.tid, b.tid);
}

std::vector<StreamRow> streamsOf(const TraceStore& store, std::span<const TrackId> tracks) {
    std::vector<StreamRow> out;
    for (const TrackId id : tracks) {
        const Thread& thread = store.threads()[store.tracks()[id.value].thread.value];
        StreamRow stream{{id}, store.tracks()[id.value].stream, tidOf(store, id), {}, {}};
        if (isNpuProcess(store.text(thread.processName))) stream.group = store.text(thread.name);
        stream.use = useOf(store, stream.tracks);
        out.push_back(std::move(stream));
    }
    std::stable_sort(out.begin(), out.end(), streamLess);
    return out;
}

const DeviceProperties* propertiesOf(const TraceStore& store, const DeviceId& device) {
    for (const DeviceProperties& properties : store.info().devices)
        if (device.number == properties.id) return &properties;
    return nullptr;
}

std::string shortDeviceName(std::string_view name) {
    for (const std::string_view maker : {"NVIDIA ", "AMD "})
        if (name.starts_with(maker)) name.remove_prefix(maker.size());
    return std::string(name);
}

// Adds the rows of one device below its group row.
class DeviceRows {
public:
    DeviceRows(const Context& context, DeviceId device, std::string pid, const DeviceTracks& tracks,
               std::vector<Row>& out)
        : m_context(context),
          m_device(std::move(device)),
          m_pid(std::move(pid)),
          m_tracks(tracks),
          m_out(out),
          m_streams(streamsOf(context.store, tracks.streams)) {}

    void add() {
        addGroup();
        addBand(RowKind::PartsBand, "parts", "parts", "");
        addBand(RowKind::IdleBand, "idle", "idle by owner", "");
        addSpans(m_tracks.spans, RowKind::GpuSpans, "spans", "gpu_user_annotation");
        if (m_context.options.streams == StreamRows::MergedByDevice)
            addMerged();
        else
            for (const StreamRow& stream : m_streams) addStream(stream);
        addSpans(m_tracks.syncs, RowKind::GpuSyncs, "synchronisation", "cuda_sync");
        addCounters(CounterUnit::Plain); // the launch queue before memory
        addCounters(CounterUnit::Bytes);
    }

private:
    Row child(RowKind kind, std::string_view key) const {
        Row row;
        row.kind = kind;
        row.level = 1;
        row.parent = m_group;
        row.device = m_device;
        row.key = fmt::format("{}/{}", m_key, key);
        return row;
    }

    std::string_view processName() const {
        for (const Thread& thread : m_context.store.threads())
            if (m_context.store.text(thread.pid) == m_pid) return m_context.store.text(thread.processName);
        return {};
    }

    void addGroup() {
        const std::string number = m_device.number ? std::to_string(*m_device.number) : m_pid;
        m_key = m_device.process.empty() ? "gpu " + number : fmt::format("gpu {}/{}", m_device.process, number);
        Row row;
        row.kind = RowKind::Group;
        row.device = m_device;
        row.key = m_key;
        const std::string rank = mergedName(processName()).rank;
        row.name = fmt::format("{}GPU {}", rank.empty() ? m_context.rankPrefix : rank, number);
        const EmptyRows empty = emptyRows(m_context.store);
        const auto found = empty.threadsByProcess.find(m_pid);
        row.emptyHidden = found == empty.threadsByProcess.end() ? 0 : found->second;
        std::string facts;
        if (const DeviceProperties* properties = propertiesOf(m_context.store, m_device))
            if (!properties->name.empty()) facts = shortDeviceName(properties->name) + ", ";
        if (!m_device.process.empty()) facts += "process " + m_device.process + ", ";
        const std::size_t used = m_streams.size();
        facts += row.emptyHidden > 0 ? fmt::format("{} of {} streams", used, used + row.emptyHidden)
                 : used == 0         ? std::string("no GPU work")
                 : used == 1         ? std::string("1 stream")
                                     : fmt::format("{} streams", used);
        row.subtitle = std::move(facts);
        m_group = static_cast<std::uint32_t>(m_out.size());
        m_out.push_back(std::move(row));
    }

    void addCounters(CounterUnit unit) {
        if (!m_device.number || !m_device.process.empty()) return;
        for (std::uint32_t c = 0; c < m_context.counters.curves().size(); ++c) {
            const CounterCurve& curve = m_context.counters.curves()[c];
            if (curve.unit == unit && counterDevice(m_context.store, curve) == m_device.number)
                m_out.push_back(counterRow(m_context, c, m_group, m_key));
        }
    }

    void addBand(RowKind kind, std::string_view key, std::string_view name, std::string_view subtitle) {
        if (m_streams.empty()) return;
        Row row = child(kind, key);
        const std::string number = m_device.number ? std::to_string(*m_device.number) : m_pid;
        row.name = kind == RowKind::PartsBand ? fmt::format("GPU {} {}", number, name) : std::string(name);
        row.shortSubtitle = subtitle;
        row.subtitle = subtitle;
        row.level = kind == RowKind::IdleBand ? 2 : 1;
        m_out.push_back(std::move(row));
    }

    void addSpans(const std::vector<TrackId>& tracks, RowKind kind, std::string_view name, std::string_view words) {
        std::vector<TrackId> sorted = tracks;
        std::stable_sort(sorted.begin(), sorted.end(), [&](TrackId a, TrackId b) {
            return naturalLess(tidOf(m_context.store, a), tidOf(m_context.store, b));
        });
        for (const TrackId track : sorted) {
            const auto stream = m_context.store.tracks()[track.value].stream;
            Row row = child(
                kind, fmt::format("{} {}", name, stream ? std::to_string(*stream) : tidOf(m_context.store, track)));
            row.name = name;
            row.stream = stream;
            row.shortSubtitle = tracks.size() == 1 || !stream ? std::string(words) : fmt::format("stream {}", *stream);
            row.subtitle = row.shortSubtitle;
            row.tracks = {track};
            row.lanes = lanesOf(m_context.store, track);
            m_out.push_back(std::move(row));
        }
    }

    void addStream(const StreamRow& stream) {
        Row row = child(RowKind::Stream, streamName(stream));
        row.name = streamName(stream);
        row.stream = stream.number;
        row.use = stream.use.use;
        row.shortSubtitle = stream.use.words;
        row.tracks = stream.tracks;
        row.lanes = lanesOf(m_context.store, stream.tracks.front());
        row.subtitle =
            row.lanes.size() > 1 ? fmt::format("{}, {} lanes", stream.use.words, row.lanes.size()) : stream.use.words;
        m_out.push_back(std::move(row));
    }

    void addMerged() {
        if (m_streams.empty()) return;
        Row row = child(RowKind::Stream, "streams");
        row.name = "streams";
        row.use = StreamUse::Compute;
        row.tracks = m_tracks.streams;
        for (auto& lane : merged(m_context.store, m_tracks.streams))
            row.lanes.push_back({LaneId{}, std::move(lane), nullptr});
        row.shortSubtitle = fmt::format("{} merged", m_streams.size());
        row.subtitle = fmt::format("{} streams merged, {} lanes", m_streams.size(), row.lanes.size());
        m_out.push_back(std::move(row));
    }

    const Context& m_context;
    DeviceId m_device;
    std::string m_pid;
    const DeviceTracks& m_tracks;
    std::vector<Row>& m_out;
    std::vector<StreamRow> m_streams;
    std::string m_key;
    std::uint32_t m_group = 0;
};

} // namespace

std::optional<std::int64_t> counterDevice(const TraceStore& store, const CounterCurve& curve) {
    if (curve.device) return curve.device;
    if (!curve.thread) return std::nullopt;
    const std::string_view pid = store.text(store.threads()[curve.thread->value].pid);
    if (pid.starts_with("GPU ")) return asNumber(pid.substr(4, pid.find(' ', 4) - 4));
    std::optional<std::int64_t> device;
    for (const Track& track : store.tracks()) {
        if (!hasContent(track) || store.text(store.threads()[track.thread.value].pid) != pid) continue;
        if (!isDeviceTrack(track)) return std::nullopt; // a host process that has counters
        device = track.device;
    }
    return device;
}

void addDeviceGroups(const Context& context, std::vector<Row>& out) {
    std::map<RawDevice, DeviceTracks> devices = collect(context.store);
    // A device that only has counters gets its group too.
    for (const CounterCurve& curve : context.counters.curves()) {
        const auto number = counterDevice(context.store, curve);
        const auto same = [&](const auto& entry) { return entry.first.number == number; };
        if (number && std::none_of(devices.begin(), devices.end(), same)) devices[{number, std::to_string(*number)}];
    }
    std::map<std::optional<std::int64_t>, std::size_t> processes; // of devices with work, as the analyses count them
    for (const auto& [raw, tracks] : devices)
        if (!tracks.streams.empty()) ++processes[raw.number];
    const std::vector<RankDevices> ranks = ranksWithSeveralDevices(context.store);
    for (const RankDevices& rank : ranks) addRankBands(ranks, rank.rank, std::nullopt, out); // of those without a host
    for (const auto& [raw, tracks] : devices) {
        DeviceId id{raw.number, {}};
        if (processes[raw.number] > 1) id.process = raw.pid;
        DeviceRows(context, std::move(id), raw.pid, tracks, out).add();
    }
}

void addRecordingGroup(const Context& context, std::vector<Row>& out) {
    const TraceStore& store = context.store;
    std::optional<std::uint32_t> group;
    for (std::uint32_t i = 0; i < store.tracks().size(); ++i) {
        const Track& track = store.tracks()[i];
        const bool overhead = track.role == TrackRole::Overhead;
        const bool mark = !overhead && isRecordingMark(store, track);
        if ((!overhead && !mark && track.role != TrackRole::Spans) || !hasContent(track)) continue;
        if (!group) {
            Row row;
            row.kind = RowKind::Group;
            row.key = "recording";
            row.name = "recording";
            row.subtitle = "the profiler's own spans and overhead";
            row.startsFolded = 1;
            group = static_cast<std::uint32_t>(out.size());
            out.push_back(std::move(row));
        }
        Row row;
        row.kind = overhead ? RowKind::Overhead : RowKind::RecordingSpans;
        row.level = 1;
        row.parent = *group;
        const std::string pid(store.text(store.threads()[track.thread.value].pid));
        const std::string tid = tidOf(store, TrackId{i});
        row.name = overhead ? std::string("overhead") : mark ? std::string("marks") : tid;
        row.shortSubtitle = overhead ? "tid " + tid : pid;
        row.subtitle = row.shortSubtitle;
        row.key = fmt::format("recording/{} {} {}", row.name, pid, tid);
        row.tracks = {TrackId{i}};
        row.lanes = lanesOf(store, TrackId{i});
        out.push_back(std::move(row));
    }
}

} // namespace lanescope::rows
