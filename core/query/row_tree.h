// What rows the timeline has, in display order: rank > host process > threads, then GPUs by number with their streams.
// Knows nothing of pixels. Built once per store; immutable; any thread.
#pragma once

#include "core/query/counters.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

class DerivedLane; // a lane put together from rows that are not neighbours in the store (derived_lanes.h)

enum class RowKind : std::uint8_t {
    Group,      // a host process, a GPU, or others: a heading with children
    PartsBand,  // compute, exposed communication, exposed copies of a device
    IdleBand,   // idle of a device by owner
    HostThread, // operators, annotations, python frames
    RuntimeCalls,
    GpuSpans, // gpu_user_annotation
    Stream,
    GpuSyncs,
    Counter,
    Overhead,
    RecordingSpans,
    Async,
    Filtered, // the slices an expression means, whatever rows they lie on
    Other,
};

enum class StreamUse : std::uint8_t { None, Compute, Communication, Copies };

struct DisplayLane {
    LaneId lane; // of the store, when `derived` is null
    std::shared_ptr<const DerivedLane> derived;
    // Long lanes only: the start of every kSampleEvery-th slice, so that a search reads few far apart places.
    std::shared_ptr<const std::vector<std::int64_t>> sampledStarts;
};
inline constexpr std::uint32_t kSampleEvery = 32;

struct DeviceId { // of one rank; `process` only where a file holds the same number for several processes
    std::optional<std::int64_t> number;
    std::string process;
    friend bool operator==(const DeviceId&, const DeviceId&) = default;
};

struct Row {
    RowKind kind = RowKind::Other;
    std::uint8_t level = 0;              // 0 = group, 1 = below it, 2 = indented below that (runtime calls)
    std::optional<std::uint32_t> parent; // index of the row it is folded with
    std::string key;                     // the same row in another trace: "host/main", "gpu 0/stream 7"
    std::string name;                    // "main thread", "stream 20", "rank 3 GPU 3"
    std::string subtitle;                // "tid 41872, python, 6 lanes", "NCCL all-gather"; of groups: facts
    std::string shortSubtitle;           // for rows of one line: "main", "compute"
    std::vector<DisplayLane> lanes;      // top to bottom
    std::vector<TrackId> tracks;         // where they come from; instants are drawn on their last lane
    std::optional<DeviceId> device;
    std::optional<std::int64_t> stream;
    StreamUse use = StreamUse::None;
    std::optional<std::uint32_t> counter; // index in RowTree::counters()
    std::uint32_t emptyHidden = 0;        // of groups: rows without events that are not listed
    std::uint8_t startsFolded = 0;        // 1: recording spans and the like open folded
};

enum class PythonFrames : std::uint8_t { Shown, Hidden };
enum class StreamRows : std::uint8_t { Separate, MergedByDevice };

// A row the user made: the slices that an expression of the filter language means (docs/user/filters.md).
struct FilterRow {
    std::string name; // no two with the same name
    std::string where;
    friend bool operator==(const FilterRow&, const FilterRow&) = default;
};
inline constexpr std::size_t kMostFilterRows = 20;
inline constexpr std::size_t kMostFilterLanes = 32; // of one such row; slices below them are counted, not drawn

struct RowTreeOptions {
    PythonFrames python = PythonFrames::Shown;
    StreamRows streams = StreamRows::Separate;
    std::shared_ptr<const CounterSet> counters = nullptr; // null: those of the store
    std::vector<FilterRow> filters = {};                  // a group of their own at the top, "filter/NAME"
};

class RowTree {
public:
    RowTree() = default;
    RowTree(std::vector<Row> rows, std::shared_ptr<const CounterSet> counters, std::uint32_t emptyHidden)
        : m_rows(std::move(rows)), m_counters(std::move(counters)), m_empty(emptyHidden) {}
    const std::vector<Row>& rows() const { return m_rows; }
    const Row& row(std::uint32_t index) const { return m_rows[index]; }
    const std::shared_ptr<const CounterSet>& sharedCounters() const { return m_counters; }
    const CounterCurve& counter(std::uint32_t index) const { return m_counters->curves()[index]; }
    std::uint32_t emptyHidden() const { return m_empty; } // rows named in the file that have no events
    std::optional<std::uint32_t> find(std::string_view key) const;
    // The row and lane (within the row) that show a slice; none when it is filtered out.
    struct Place {
        std::uint32_t row = 0;
        std::uint32_t lane = 0;
    };
    std::optional<Place> placeOf(const TraceStore& store, SliceId slice) const;

private:
    std::vector<Row> m_rows;
    std::shared_ptr<const CounterSet> m_counters;
    std::uint32_t m_empty = 0;
};

// A displayed lane of the store, sampled when it is long.
DisplayLane displayLane(const TraceStore& store, LaneId lane);

// The counters of the tree read the store's samples: the store must live as long as the tree is used.
RowTree buildRowTree(const TraceStore& store, const RowTreeOptions& options = {});

} // namespace lanescope
