// A whole trace, immutable after the load: columns, tables of names, threads, tracks, lanes, steps, oddities.
// Shared as std::shared_ptr<const TraceStore>; any thread may read.
#pragma once

#include "core/base/oddity.h"
#include "core/store/columns.h"
#include "core/store/trace_info.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct Thread { // one (pid, tid) of the file; text because files hold numbers, text and nothing at all
    StringId pid;
    StringId tid;
    StringId processName; // from metadata, else empty
    StringId processLabels;
    StringId name;
    std::int64_t processSortIndex = 0;
    std::int64_t sortIndex = 0;
    bool hasProcessSortIndex = false;
    bool hasSortIndex = false;
};

enum class TrackRole : std::uint8_t { // what rows of a thread belong together
    Host,                             // operators, annotations, python frames
    RuntimeCalls,                     // cuda_runtime and cuda_driver calls of that thread
    Stream,                           // GPU work
    GpuSpans,                         // gpu_user_annotation
    GpuSyncs,                         // cuda_sync, cuda_event
    Overhead,
    Spans, // recording spans
    Async, // b/e, S/F pairs of one process and id name
    Other,
};

struct Track {
    ThreadId thread;
    TrackRole role = TrackRole::Other;
    std::uint32_t firstLane = 0; // lanes [firstLane, firstLane + laneCount)
    std::uint32_t laneCount = 0;
    std::uint32_t firstSlice = 0; // slices [firstSlice, firstSlice + sliceCount)
    std::uint32_t sliceCount = 0;
    std::uint32_t firstInstant = 0;
    std::uint32_t instantCount = 0;
    std::optional<std::int64_t> device; // of GPU tracks: from args, else the pid when it is a number
    std::optional<std::int64_t> stream; // from args, else the tid
};

struct Lane {
    TrackId track;
    std::uint32_t firstSlice = 0;
    std::uint32_t sliceCount = 0;
};

struct CounterSeries {
    ThreadId thread;
    StringId name;   // of the counter
    StringId series; // key of the arg; empty when it is the only one or ""
    std::uint64_t firstSample = 0;
    std::uint64_t sampleCount = 0;
};

struct Step { // ProfilerStep#N on the host
    std::uint32_t slice = 0;
    std::int64_t number = 0;
    bool warmup = false; // left out of averages (METRICS 2)
    bool cutOff = false; // the recording ended inside it
};

struct LoadCounts {
    std::uint64_t elements = 0, empty = 0, nonObjects = 0, dropped = 0;
    std::uint64_t slices = 0; // all of them, those set aside too
    std::uint64_t instants = 0, counterSamples = 0, flows = 0, metadata = 0;
    std::uint64_t implausible = 0; // slices set aside
    std::array<std::uint64_t, 128> byPhase{};
};

// Everything a store is made of, as views. The owner keeps the memory behind them.
struct StoreParts {
    SliceColumns slices;
    std::array<SideColumn, static_cast<std::size_t>(ArgField::Count_)> args;
    SideColumn uncut; // duration in the file of python frames that are drawn cut at the end of their caller
    SetAsideColumns setAside;
    InstantColumns instants;
    FlowColumns flows;
    LaunchLinks launches;
    CounterColumns counters;
    std::vector<LodLevel> lod;
    std::span<const std::uint64_t> stringEnds; // end offset of each string in stringBytes
    std::string_view stringBytes;
    std::vector<CategoryInfo> categories;
    std::vector<Thread> threads;
    std::vector<Track> tracks;
    std::vector<Lane> lanes;
    std::vector<CounterSeries> counterSeries;
    std::vector<Step> steps;
    TraceInfo info;
    LoadCounts counts;
    OddityList oddities;
    bool partial = false; // a preview: figures are "so far"
};

class TraceStore {
public:
    TraceStore(StoreParts parts, std::shared_ptr<const void> owner);

    const SliceColumns& slices() const { return m_parts.slices; }
    const SideColumn& arg(ArgField field) const { return m_parts.args[static_cast<std::size_t>(field)]; }
    const SetAsideColumns& setAside() const { return m_parts.setAside; }
    const InstantColumns& instants() const { return m_parts.instants; }
    const FlowColumns& flows() const { return m_parts.flows; }
    const LaunchLinks& launches() const { return m_parts.launches; }
    const CounterColumns& counters() const { return m_parts.counters; }
    std::span<const LodLevel> lod() const { return m_parts.lod; }
    std::span<const CategoryInfo> categories() const { return m_parts.categories; }
    std::span<const Thread> threads() const { return m_parts.threads; }
    std::span<const Track> tracks() const { return m_parts.tracks; }
    std::span<const Lane> lanes() const { return m_parts.lanes; }
    std::span<const CounterSeries> counterSeries() const { return m_parts.counterSeries; }
    std::span<const Step> steps() const { return m_parts.steps; }
    const TraceInfo& info() const { return m_parts.info; }
    const LoadCounts& counts() const { return m_parts.counts; }
    const OddityList& oddities() const { return m_parts.oddities; }
    bool partial() const { return m_parts.partial; }
    const StoreParts& parts() const { return m_parts; }

    std::size_t stringCount() const { return m_parts.stringEnds.size(); }
    std::string_view text(StringId id) const;
    std::optional<StringId> findText(std::string_view text) const; // linear

    // Per slice.
    RankTime start(SliceId s) const { return rankTime(m_parts.slices.start[s.value]); }
    Ns duration(SliceId s) const { return Ns{m_parts.slices.duration.at(s.value)}; }
    // Of a python frame that outlives its caller and is drawn cut at its end: the duration in the file.
    std::optional<std::int64_t> uncutDuration(SliceId s) const { return m_parts.uncut.find(s.value); }
    RankTime end(SliceId s) const { return start(s) + duration(s); }
    TimeRange range(SliceId s) const { return {start(s), end(s)}; }
    StringId nameId(SliceId s) const { return StringId{m_parts.slices.name[s.value]}; }
    std::string_view name(SliceId s) const { return text(nameId(s)); }
    const CategoryInfo& category(SliceId s) const { return m_parts.categories[m_parts.slices.category[s.value]]; }
    Role role(SliceId s) const { return category(s).role; }
    WorkKind kind(SliceId s) const { return static_cast<WorkKind>(m_parts.slices.kind[s.value]); }
    std::optional<SliceId> parent(SliceId s) const;
    std::uint64_t eventOffset(SliceId s) const;
    TrackId track(SliceId s) const; // binary search
    LaneId lane(SliceId s) const;   // binary search
    std::optional<std::int64_t>
    device(SliceId s) const; // arg of the slice when it differs from its track's, else the track's
    std::optional<std::int64_t> stream(SliceId s) const;
    std::optional<SliceId> launchOf(SliceId work) const; // the host call that started this GPU event
    std::vector<SliceId> launchedBy(SliceId call) const; // in order of start
    // First start to last end of the plausible slices; empty when there are none.
    TimeRange extent() const { return m_extent; }

private:
    StoreParts m_parts;
    std::shared_ptr<const void> m_owner;
    TimeRange m_extent;
};

} // namespace lanescope
