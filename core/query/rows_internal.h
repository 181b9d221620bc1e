// Steps of building the row tree. Internal to core/query.
#pragma once

#include "core/query/rank_devices.h"
#include "core/query/row_tree.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::rows {

struct Context {
    const TraceStore& store;
    const RowTreeOptions& options;
    const CounterSet& counters;
    std::string rankPrefix; // "rank 3 ", or empty
};

// Numbers before other text, by value; "7" before "20".
bool naturalLess(std::string_view a, std::string_view b);
std::optional<std::int64_t> asNumber(std::string_view text);

// What a merged trace calls a process, "rank 3 python3 (77)": the rank, and what the process was called there.
struct MergedName {
    std::string rank;    // "rank 3 "; empty in other traces
    std::string process; // "77", "Spans"; "()" of a process without a name, empty when not said
};
MergedName mergedName(std::string_view processName);
bool isDeviceTrack(const Track& track);
bool hasContent(const Track& track); // slices or instants
// "Iteration Start" and the like, of no process: they go with the recording.
bool isRecordingMark(const TraceStore& store, const Track& track);
std::vector<DisplayLane> lanesOf(const TraceStore& store, TrackId track);
// "thread 123 (pt_main_thread)" -> "pt_main_thread"; other names as they are, trailing blanks cut.
std::string threadWords(std::string_view name);

void addHostGroups(const Context& context, std::vector<Row>& out);
// The bands of all devices of a rank as one, where it has several and no row shows them yet: below the group of its
// host, so that they fold with it; before the devices where there is no host.
void addRankBands(std::span<const RankDevices> ranks, std::string_view rank, std::optional<std::uint32_t> hostGroup,
                  std::vector<Row>& out);
void addDeviceGroups(const Context& context, std::vector<Row>& out);
void addFilterGroup(const Context& context, std::vector<Row>& out);
void addRecordingGroup(const Context& context, std::vector<Row>& out);

// Threads and processes that the file names but that have no events, by process.
struct EmptyRows {
    std::map<std::string, std::uint32_t, std::less<>> threadsByProcess;
    std::uint32_t processes = 0;
    std::uint32_t total() const;
};
EmptyRows emptyRows(const TraceStore& store);

// What a stream is used for: the class with most time, and in words.
struct UseOfStream {
    StreamUse use = StreamUse::None;
    std::string words; // "compute", "NCCL all-gather", "memory copies"
};
UseOfStream useOf(const TraceStore& store, std::span<const TrackId> tracks);

// The GPU a counter belongs to: memory of a device, processes named "GPU 0 ...", processes that only have GPU rows.
std::optional<std::int64_t> counterDevice(const TraceStore& store, const CounterCurve& curve);
Row counterRow(const Context& context, std::uint32_t counter, std::uint32_t parent, std::string_view keyPrefix);

} // namespace lanescope::rows
