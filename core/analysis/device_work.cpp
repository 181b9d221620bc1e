#include "core/analysis/device_work.h"

#include "core/analysis/side_cursor.h"
#include "core/store/device_processes.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope {

namespace {

std::vector<std::uint8_t> workCategories(const TraceStore& store) {
    std::vector<std::uint8_t> isWork(256, 0);
    for (std::size_t i = 0; i < store.categories().size() && i < isWork.size(); ++i)
        isWork[i] = isGpuWork(store.categories()[i].role) ? 1 : 0;
    return isWork;
}

struct RawKey {
    std::optional<std::int64_t> device;
    StringId pid;
    friend auto operator<=>(const RawKey&, const RawKey&) = default;
};
using RunsByDevice = std::map<RawKey, std::vector<WorkRun>>;

RunsByDevice findRuns(const TraceStore& store) {
    const std::vector<std::uint8_t> isWork = workCategories(store);
    const auto categories = store.slices().category;
    SideCursor ownDevice(store.arg(ArgField::Device));
    const DeviceProcesses processes(store);
    RunsByDevice out;
    for (const Lane& lane : store.lanes()) {
        const Track& track = store.tracks()[lane.track.value];
        const StringId pid = processes.of(track.thread);
        std::vector<WorkRun>* open = nullptr; // the run being extended is the last one of this list
        std::optional<std::int64_t> openDevice;
        for (std::uint32_t row = lane.firstSlice; row < lane.firstSlice + lane.sliceCount; ++row) {
            if (isWork[categories[row]] == 0) {
                open = nullptr;
                continue;
            }
            std::optional<std::int64_t> device = ownDevice.at(row);
            if (!device) device = track.device;
            if (open == nullptr || device != openDevice) {
                open = &out[{device, pid}];
                open->push_back({row, 0});
                openDevice = device;
            }
            ++open->back().count;
        }
    }
    return out;
}

struct Keyed {
    DeviceKey key;
    std::vector<WorkRun> runs;
};

// The process is part of the key only where it tells two devices apart.
// NOLINTNEXTLINE(performance-unnecessary-value-param): the runs are moved out of it
std::vector<Keyed> nameDevices(const TraceStore& store, RunsByDevice byDevice) {
    std::map<std::optional<std::int64_t>, std::size_t> processes;
    for (const auto& [raw, runs] : byDevice) ++processes[raw.device];
    std::vector<Keyed> out;
    for (auto& [raw, runs] : byDevice) {
        DeviceKey key{raw.device, {}};
        if (processes[raw.device] > 1) key.process = store.text(raw.pid);
        out.push_back({std::move(key), std::move(runs)});
    }
    std::sort(out.begin(), out.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    return out;
}

// Merges the runs by start (ties by place in the file) and hands every row to `take`. Each run is sorted already, so a
// heap of runs is enough; a run is followed as long as it stays the earliest.
template <class Take>
void mergeRuns(const TraceStore& store, std::span<const WorkRun> runs, Take take) {
    struct Head {
        std::int64_t start;
        std::uint32_t row;
        std::uint32_t last; // one behind the run
    };
    const auto starts = store.slices().start;
    const auto later = [&store](const Head& a, const Head& b) {
        if (a.start != b.start) return a.start > b.start;
        return store.eventOffset(SliceId{a.row}) > store.eventOffset(SliceId{b.row});
    };
    std::vector<Head> heap;
    for (const WorkRun& run : runs)
        if (run.count > 0) heap.push_back({starts[run.first], run.first, run.first + run.count});
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), later);
        Head head = heap.back();
        heap.pop_back();
        for (;;) {
            take(head.row, head.start);
            if (++head.row == head.last) break;
            head.start = starts[head.row];
            if (!heap.empty() && later(head, heap.front())) {
                heap.push_back(head);
                std::push_heap(heap.begin(), heap.end(), later);
                break;
            }
        }
    }
}

DeviceWork buildWork(const TraceStore& store, DeviceKey key, std::vector<WorkRun> runs) {
    DeviceWork out;
    out.key = std::move(key);
    out.runs = std::move(runs);
    std::size_t total = 0;
    for (const WorkRun& run : out.runs) total += run.count;
    out.work.reserve(total);

    UnionBuilder busy;
    std::array<UnionBuilder, 4> byClass; // index WorkClass
    const SliceColumns& slices = store.slices();
    mergeRuns(store, out.runs, [&](std::uint32_t row, std::int64_t start) {
        const std::int64_t duration = slices.duration.at(row);
        const bool first = out.work.empty();
        out.work.push_back(SliceId{row});
        out.extent.begin = first ? start : std::min(out.extent.begin, start);
        out.extent.end = first ? start + duration : std::max(out.extent.end, start + duration);
        if (duration <= 0) {
            ++out.zeroLength;
            return;
        }
        out.sumNs += duration;
        WorkClass cls = workClass(static_cast<WorkKind>(slices.kind[row]));
        if (cls == WorkClass::None) cls = WorkClass::Compute; // work without a kind is still work
        busy.add(start, start + duration);
        byClass[static_cast<std::size_t>(cls)].add(start, start + duration);
    });
    out.busy = busy.take();
    out.compute = byClass[static_cast<std::size_t>(WorkClass::Compute)].take();
    out.comm = byClass[static_cast<std::size_t>(WorkClass::Communication)].take();
    out.mem = byClass[static_cast<std::size_t>(WorkClass::Memory)].take();
    out.overlap = intersect(out.comm, out.compute);
    out.exposedComm = subtract(out.comm, out.compute);
    out.exposedMem = subtract(subtract(out.mem, out.compute), out.comm);
    return out;
}

} // namespace

std::string DeviceKey::text() const {
    const std::string number = device ? std::to_string(*device) : "unknown";
    return process.empty() ? number : process + "/" + number;
}

std::vector<DeviceWork> collectDeviceWork(const TraceStore& store) {
    std::vector<DeviceWork> out;
    for (Keyed& device : nameDevices(store, findRuns(store)))
        out.push_back(buildWork(store, std::move(device.key), std::move(device.runs)));
    return out;
}

DeviceWork allDevices(const TraceStore& store) {
    std::vector<WorkRun> runs;
    for (auto& [raw, found] : findRuns(store)) runs.insert(runs.end(), found.begin(), found.end());
    std::sort(runs.begin(), runs.end(), [](const WorkRun& a, const WorkRun& b) { return a.first < b.first; });
    return buildWork(store, {}, std::move(runs));
}

DeviceWork workOf(const TraceStore& store, std::vector<SliceId> slices) {
    // Rows are ordered by lane and start, so ascending rows are runs: as cheap as a whole device.
    const auto ascending = [](SliceId a, SliceId b) { return a < b; };
    if (!std::is_sorted(slices.begin(), slices.end(), ascending)) std::sort(slices.begin(), slices.end(), ascending);
    const std::vector<std::uint8_t> isWork = workCategories(store);
    std::vector<WorkRun> runs;
    std::uint32_t laneEnd = 0; // one behind the lane of the open run
    std::optional<std::uint32_t> previous;
    for (const SliceId s : slices) {
        if (previous == s.value) continue;
        previous = s.value;
        if (isWork[store.slices().category[s.value]] == 0) continue;
        const bool extends = !runs.empty() && s.value == runs.back().first + runs.back().count && s.value < laneEnd;
        if (!extends) {
            const Lane& lane = store.lanes()[store.lane(s).value];
            laneEnd = lane.firstSlice + lane.sliceCount;
            runs.push_back({s.value, 0});
        }
        ++runs.back().count;
    }
    return buildWork(store, {}, std::move(runs));
}

TraceWork collectTraceWork(const TraceStore& store) {
    TraceWork out;
    for (DeviceWork& device : collectDeviceWork(store))
        out.devices.push_back(std::make_shared<const DeviceWork>(std::move(device)));
    out.all = out.devices.size() == 1 ? out.devices.front() : std::make_shared<const DeviceWork>(allDevices(store));
    return out;
}

} // namespace lanescope
