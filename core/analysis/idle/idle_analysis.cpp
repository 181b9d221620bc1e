#include "core/analysis/builtin_analyses.h"
#include "core/analysis/idle/idle_tables.h"
#include "core/analysis/idle/stream_idle.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

Cell streamCell(std::optional<std::int64_t> stream) {
    if (!stream) return {};
    return *stream;
}

Table htaTable(const TraceStore& store, std::span<const DeviceIdleView> devices, RunContext& context) {
    Table out = makeTable(store, "idle_streams_hta", "Idle time per stream, as Holistic Trace Analysis defines it",
                          {{"device", "device", Unit::Text},
                           {"stream", "stream", Unit::None},
                           {"host_wait_ns", "host wait", Unit::Nanoseconds},
                           {"kernel_wait_ns", "kernel wait", Unit::Nanoseconds},
                           {"other_ns", "other", Unit::Nanoseconds}});
    const LaunchIndex launches(store);
    for (const DeviceIdleView& view : devices)
        for (const StreamIdle& s : streamIdle(store, *view.device.work, launches, context.stopToken()))
            out.rows.push_back({view.device.name, streamCell(s.stream), s.hostWaitNs, s.kernelWaitNs, s.otherNs});
    out.notes = {
        fmt::format("whole trace; per stream, so these times overlap each other; kernel wait below {}\u202F\u00B5s",
                    kConsecutiveKernelDelayNs / 1000)};
    return out;
}

} // namespace

Result<AnalysisResult> analyseIdle(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    std::vector<DeviceIdleView> views;
    GapFinder finder(store, input.idle);
    for (WindowedDevice& device : devicesOf(store, input)) {
        if (context.stopRequested()) return stoppedError();
        DeviceIdle idle = finder.find(*device.work, context.stopToken());
        views.push_back({std::move(device), std::move(idle)});
    }
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(idleByPart(store, views));
    out.tables.push_back(idleByOwner(store, views));
    out.tables.push_back(idleByCause(store, views, context));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(longestGaps(store, views, input.maxRows));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(gapHistogram(store, views));
    if (!input.range && !store.steps().empty()) out.tables.push_back(idleBySteps(store, views));
    if (context.stopRequested()) return stoppedError();
    if (!input.range) out.tables.push_back(htaTable(store, views, context));
    if (context.stopRequested()) return stoppedError();
    for (const DeviceIdleView& view : views)
        for (const IdleGap& gap : view.idle.gaps) {
            if (gap.place != GapPlace::Between || gap.at.length() < input.thresholds.largeFromNs) continue;
            if (gap.at.end <= view.device.beginNs || gap.at.begin >= view.device.endNs) continue;
            Highlight mark{timeRange(gap.at.begin, gap.at.end), {}, std::string(gapOwnerTitle(gap.owner))};
            if (gap.cause) mark.slices.push_back(*gap.cause.get());
            out.highlights.push_back(std::move(mark));
        }
    return out;
}

} // namespace lanescope
