#include "core/query/row_tree.h"

#include "core/query/derived_lanes.h"
#include "core/query/rows_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace lanescope {

namespace rows {

std::optional<std::int64_t> asNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool naturalLess(std::string_view a, std::string_view b) {
    const auto left = asNumber(a);
    const auto right = asNumber(b);
    if (left && right) return *left < *right;
    if (left || right) return left.has_value();
    // "stream 7" before "stream 20": equal words, then the number at the end.
    const auto split = [](std::string_view s) { return s.find_last_not_of("0123456789") + 1; };
    const std::string_view aWord = a.substr(0, split(a));
    const std::string_view bWord = b.substr(0, split(b));
    if (aWord != bWord) return aWord < bWord;
    return asNumber(a.substr(aWord.size())).value_or(-1) < asNumber(b.substr(bWord.size())).value_or(-1);
}

bool isDeviceTrack(const Track& track) {
    return track.role == TrackRole::Stream || track.role == TrackRole::GpuSpans || track.role == TrackRole::GpuSyncs;
}

bool hasContent(const Track& track) { return track.sliceCount > 0 || track.instantCount > 0; }

bool isRecordingMark(const TraceStore& store, const Track& track) {
    if (track.sliceCount > 0 || track.instantCount == 0) return false;
    const std::string_view pid = store.text(store.threads()[track.thread.value].pid);
    if (pid.empty() || pid == "Traces" || pid == "Spans") return true;
    const MergedName merged = mergedName(store.text(store.threads()[track.thread.value].processName));
    return !merged.rank.empty() && (merged.process == "Traces" || merged.process == "Spans" || merged.process == "()");
}

std::vector<DisplayLane> lanesOf(const TraceStore& store, TrackId id) {
    const Track& track = store.tracks()[id.value];
    std::vector<DisplayLane> out;
    for (std::uint32_t i = 0; i < track.laneCount; ++i)
        if (store.lanes()[track.firstLane + i].sliceCount > 0)
            out.push_back(displayLane(store, LaneId{track.firstLane + i}));
    return out;
}

std::string threadWords(std::string_view name) {
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    const std::size_t open = name.find(" (");
    if (name.starts_with("thread ") && open != std::string_view::npos && name.ends_with(')'))
        return std::string(name.substr(open + 2, name.size() - open - 3));
    return std::string(name);
}

std::uint32_t EmptyRows::total() const {
    std::uint32_t sum = processes;
    for (const auto& [process, threads] : threadsByProcess) sum += threads;
    return sum;
}

EmptyRows emptyRows(const TraceStore& store) {
    std::set<std::uint32_t> used;
    for (const Track& track : store.tracks())
        if (hasContent(track)) used.insert(track.thread.value);
    for (const CounterSeries& series : store.counterSeries()) used.insert(series.thread.value);
    std::map<std::string, bool, std::less<>> processUsed;
    for (std::uint32_t i = 0; i < store.threads().size(); ++i)
        processUsed[std::string(store.text(store.threads()[i].pid))] |= used.contains(i);
    EmptyRows out;
    for (std::uint32_t i = 0; i < store.threads().size(); ++i) {
        const Thread& thread = store.threads()[i];
        const auto process = std::string(store.text(thread.pid));
        if (!used.contains(i) && processUsed[process] && thread.name != StringId{}) ++out.threadsByProcess[process];
    }
    for (const auto& [process, isUsed] : processUsed)
        if (!isUsed) ++out.processes;
    return out;
}

Row counterRow(const Context& context, std::uint32_t counter, std::uint32_t parent, std::string_view keyPrefix) {
    const CounterCurve& curve = context.counters.curves()[counter];
    Row row;
    row.kind = RowKind::Counter;
    row.level = 1;
    row.parent = parent;
    row.counter = counter;
    row.name = curve.name.empty() ? curve.series : curve.name;
    row.shortSubtitle = curve.unit == CounterUnit::Bytes ? "bytes" : curve.series;
    row.subtitle = row.shortSubtitle;
    row.key = fmt::format("{}/counter {}{}{}", keyPrefix, curve.name, curve.series.empty() ? "" : " ", curve.series);
    return row;
}

} // namespace rows

std::optional<std::uint32_t> RowTree::find(std::string_view key) const {
    const auto it = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.key == key; });
    if (it == m_rows.end()) return std::nullopt;
    return static_cast<std::uint32_t>(it - m_rows.begin());
}

std::optional<RowTree::Place> RowTree::placeOf(const TraceStore& store, SliceId slice) const {
    const LaneId lane = store.lane(slice);
    const TrackId track = store.lanes()[lane.value].track;
    for (std::uint32_t r = 0; r < m_rows.size(); ++r) {
        const Row& row = m_rows[r];
        if (std::find(row.tracks.begin(), row.tracks.end(), track) == row.tracks.end()) continue;
        for (std::uint32_t l = 0; l < row.lanes.size(); ++l) {
            const DisplayLane& shown = row.lanes[l];
            if (shown.derived ? shown.derived->contains(store, slice) : shown.lane == lane) return Place{r, l};
        }
    }
    return std::nullopt;
}

DisplayLane displayLane(const TraceStore& store, LaneId id) {
    constexpr std::uint32_t longLane = 4096;
    const Lane& lane = store.lanes()[id.value];
    DisplayLane out{id, nullptr, nullptr};
    if (lane.sliceCount < longLane) return out;
    std::vector<std::int64_t> starts;
    starts.reserve(lane.sliceCount / kSampleEvery + 1);
    for (std::uint32_t i = 0; i < lane.sliceCount; i += kSampleEvery)
        starts.push_back(store.slices().start[lane.firstSlice + i]);
    out.sampledStarts = std::make_shared<const std::vector<std::int64_t>>(std::move(starts));
    return out;
}

RowTree buildRowTree(const TraceStore& store, const RowTreeOptions& options) {
    std::shared_ptr<const CounterSet> counters = options.counters ? options.counters : CounterSet::of(store);
    const std::string prefix = store.info().rank ? fmt::format("rank {} ", *store.info().rank) : std::string();
    const rows::Context context{store, options, *counters, prefix};
    std::vector<Row> out;
    rows::addFilterGroup(context, out);
    rows::addHostGroups(context, out);
    rows::addDeviceGroups(context, out);
    rows::addRecordingGroup(context, out);
    return RowTree(std::move(out), std::move(counters), rows::emptyRows(store).total());
}

} // namespace lanescope
