#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/launches/launch_delays.h"
#include "core/analysis/launches/launch_lists.h"
#include "core/analysis/launches/queue_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lanescope {

namespace {

Table delayTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                 const std::stop_token& stop) {
    Table out = makeTable(store, "launch_delays", "Launches per device",
                          {{"device", "device", Unit::Text},
                           {"figure", "figure", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"mean_ns", "mean", Unit::Nanoseconds},
                           {"min_ns", "min", Unit::Nanoseconds},
                           {"p50_ns", "p50", Unit::Nanoseconds},
                           {"p95_ns", "p95", Unit::Nanoseconds},
                           {"max_ns", "max", Unit::Nanoseconds}});
    for (const WindowedDevice& device : devices) {
        const LaunchFigures f = launchFigures(store, *device.work, launches, device.beginNs, device.endNs, stop);
        const auto add = [&](const char* name, const Statistics& s) {
            if (s.count > 0)
                out.rows.push_back({device.name, std::string(name), countCell(s.count), roundedCell(s.mean), s.min,
                                    s.p50, s.p95, s.max});
        };
        add("call duration", f.callDuration);
        add("launch delay", f.launchDelay);
        add("queue delay", f.queueDelay);
        out.notes.push_back(
            fmt::format("device {}: {} pieces of work by {} calls, {} without a launch; {} took less time "
                        "on the GPU than their call on the host",
                        device.name, f.work, f.calls, f.unlinked, f.shortWork));
    }
    out.notes.push_back("launch delay: start of the work - end of the call (negative: it began before the call "
                        "returned); queue delay: start of the work - start of the call");
    return out;
}

Table queueTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                 const std::stop_token& stop) {
    Table out = makeTable(store, "queues", "Work waiting per stream",
                          {{"device", "device", Unit::Text},
                           {"stream", "stream", Unit::None},
                           {"mean", "mean length", Unit::Count},
                           {"max", "max", Unit::Count},
                           {"full_ns", "time at a full queue", Unit::Nanoseconds},
                           {"without_launch", "not counted", Unit::Count}});
    for (const WindowedDevice& device : devices)
        for (const StreamQueue& queue : queueLengths(store, *device.work, launches, QueueKind::Pending, stop)) {
            const QueueFigures f = figuresOf(queue);
            out.rows.push_back({device.name, queue.stream ? Cell(*queue.stream) : Cell(), f.mean, f.max, f.fullNs,
                                countCell(queue.withoutLaunch)});
        }
    out.notes = {fmt::format("whole trace; launched and not started; the mean is weighted by time; full: {} and more; "
                             "not counted: work without a launch",
                             kFullQueue)};
    return out;
}

struct CallSum {
    std::uint64_t count = 0, work = 0;
    std::int64_t hostNs = 0;
    std::int64_t workNs = 0;
};

// Launch calls by name: every call once, with all the work it owns.
Table callTable(const TraceStore& store, const AnalysisInput& input, const std::stop_token& stop) {
    Table out = makeTable(store, "launch_calls", "Launch calls by name",
                          {{"name", "call", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"host_ns", "time on the host", Unit::Nanoseconds},
                           {"work_count", "pieces of work", Unit::Count},
                           {"work_ns", "sum of their durations", Unit::Nanoseconds}});
    const TimeRange range = rangeOf(store, input);
    const LaunchLinks& links = store.launches();
    std::map<StringId, CallSum> sums;
    std::uint32_t previous = kNoRow;
    std::size_t looked = 0;
    for (const std::uint32_t index : links.callIndex) { // ordered by call
        if (looked++ % 65'536 == 0 && stop.stop_requested()) return out;
        const SliceId call{links.callRows[index]};
        const SliceId work{links.workRows[index]};
        if (!range.contains(store.start(call)) || !isGpuWork(store.role(work))) continue;
        CallSum& sum = sums[store.nameId(call)];
        if (call.value != previous) {
            ++sum.count;
            sum.hostNs += store.duration(call).count();
            previous = call.value;
        }
        ++sum.work;
        sum.workNs += store.duration(work).count();
    }
    for (const auto& [name, s] : sums)
        out.rows.push_back({std::string(store.text(name)), countCell(s.count), s.hostNs, countCell(s.work), s.workNs});
    std::sort(out.rows.begin(), out.rows.end(), [](const auto& a, const auto& b) {
        return a[2] != b[2] ? std::get<std::int64_t>(a[2]) > std::get<std::int64_t>(b[2]) : a[0] < b[0];
    });
    out.notes = {"calls that own GPU work, whatever their name; sums of durations may overlap"};
    return out;
}

Table clockTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                 std::size_t maxRows) {
    Table out = makeTable(store, "before_launch", "Work that starts before its launch call",
                          {{"device", "device", Unit::Text},
                           {"name", "work", Unit::Text},
                           {"begin_ns", "start", Unit::TimePoint},
                           {"before_ns", "before its call by", Unit::Nanoseconds}});
    for (const WindowedDevice& device : devices) {
        const ClockCheck check = clockCheck(store, *device.work, launches);
        for (const SliceId work : check.beforeLaunch) {
            if (out.rows.size() == maxRows) break;
            const std::int64_t before = (store.start(*launches.callOf(work)) - store.start(work)).count();
            out.rows.push_back({device.name, std::string(store.name(work)), count(store.start(work)), before});
            out.rowSlices.push_back({work, *launches.callOf(work)});
        }
        if (!check.beforeLaunch.empty())
            out.notes.push_back(
                fmt::format("device {}: {} pieces of work start before their call, so the clocks of host "
                            "and GPU disagree by at least {} ns; no time was changed",
                            device.name, check.beforeLaunch.size(), check.minShiftNs));
    }
    return out;
}

} // namespace

Result<AnalysisResult> analyseLaunches(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const LaunchIndex launches(store);
    const std::vector<WindowedDevice> devices = devicesOf(store, input);
    const std::stop_token& stop = context.stopToken();
    AnalysisResult out;
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(delayTable(store, devices, launches, stop));
    out.tables.push_back(callTable(store, input, stop));
    if (context.stopRequested()) return stoppedError();
    if (!input.range) out.tables.push_back(queueTable(store, devices, launches, stop));
    out.tables.push_back(launchOutlierCounts(store, devices, launches, stop));
    out.tables.push_back(launchOutliers(store, devices, launches, input.maxRows, stop));
    out.tables.push_back(shortKernels(store, devices, launches, stop));
    if (context.stopRequested()) return stoppedError();
    for (Table& graphs : graphLaunches(store, devices, launches, input.maxRows, stop))
        out.tables.push_back(std::move(graphs));
    if (context.stopRequested()) return stoppedError();
    Table clocks = clockTable(store, devices, launches, input.maxRows);
    if (!clocks.rows.empty()) out.tables.push_back(std::move(clocks));
    return out;
}

} // namespace lanescope
