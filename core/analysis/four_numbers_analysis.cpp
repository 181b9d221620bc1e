#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/report_tables.h"
#include "core/analysis/side_cursor.h"

#include <map>

namespace lanescope {

namespace {

void addLargeGaps(AnalysisResult& out, const WindowedDevice& device, const FourNumbers& n) {
    for (const Interval& gap : n.largeGaps)
        out.highlights.push_back({timeRange(gap.begin, gap.end), {}, "large gap, device " + device.name});
}

// One row per device for the asked range.
AnalysisResult ofRange(const TraceStore& store, const AnalysisInput& input) {
    AnalysisResult out;
    Table table = makeTable(store, "range", "Range, per device", {{"device", "device", Unit::Text}});
    for (Column& column : fourNumberColumns()) table.columns.push_back(std::move(column));
    for (const WindowedDevice& device : devicesOf(store, input)) {
        const FourNumbers n = fourNumbers(*device.work, device.beginNs, device.endNs, input.thresholds);
        std::vector<Cell> row{device.name};
        for (Cell& cell : fourNumberCells(n)) row.push_back(std::move(cell));
        table.rows.push_back(std::move(row));
        addLargeGaps(out, device, n);
    }
    table.notes = fourNumberNotes(input.thresholds);
    out.tables.push_back(std::move(table));
    return out;
}

// The work of each stream on its own, in the window of its device: parts of one stream add up, streams do not.
Table streamsTable(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    Table out = makeTable(store, "streams", "Each stream on its own",
                          {{"device", "device", Unit::Text},
                           {"stream", "stream", Unit::None},
                           {"work_count", "pieces of work", Unit::Count},
                           {"wall_ns", "window", Unit::Nanoseconds},
                           {"busy_share", "busy share", Unit::Ratio},
                           {"busy_ns", "busy", Unit::Nanoseconds},
                           {"compute_ns", "compute", Unit::Nanoseconds},
                           {"exposed_comm_ns", "communication", Unit::Nanoseconds},
                           {"exposed_mem_ns", "memory", Unit::Nanoseconds},
                           {"idle_ns", "idle", Unit::Nanoseconds}});
    for (const WindowedDevice& device : devicesOf(store, input)) {
        std::map<std::optional<std::int64_t>, std::vector<SliceId>> streams;
        forEachWorkOnStream(store, *device.work, [&](SliceId s, std::optional<std::int64_t> stream) {
            if (count(store.start(s)) < device.endNs && count(store.end(s)) >= device.beginNs)
                streams[stream].push_back(s);
        });
        for (auto& [stream, slices] : streams) {
            if (context.stopRequested()) return out;
            const std::size_t works = slices.size();
            const FourNumbers n =
                fourNumbers(workOf(store, std::move(slices)), device.beginNs, device.endNs, input.thresholds);
            out.rows.push_back({device.name, maybeCell(stream), countCell(works), n.wallNs,
                                shareCell(n.busyNs, n.wallNs), n.busyNs, n.computeNs, n.exposedCommNs, n.exposedMemNs,
                                n.idleNs});
        }
    }
    out.notes = {"in the window of the device; the parts of a stream add up to it, those of several streams overlap"};
    return out;
}

} // namespace

Result<AnalysisResult> analyseFourNumbers(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    if (context.stopRequested()) return stoppedError();
    if (input.range) {
        AnalysisResult out = ofRange(store, input);
        out.tables.push_back(streamsTable(store, input, context));
        if (context.stopRequested()) return stoppedError();
        return out;
    }
    const auto work = input.work ? input.work : std::make_shared<const TraceWork>(collectTraceWork(store));
    if (context.stopRequested()) return stoppedError();
    TraceReport report = reportOf(store, *work, input.thresholds);
    if (input.device)
        std::erase_if(report.devices, [&](const DeviceReport& d) { return d.device != input.device->text(); });
    AnalysisResult out;
    out.tables = reportTables(store, report);
    out.tables.push_back(streamsTable(store, input, context));
    if (context.stopRequested()) return stoppedError();
    for (const WindowedDevice& device : devicesOf(store, input))
        if (const auto whole = wholeWindow(*device.work, input.thresholds)) addLargeGaps(out, device, *whole);
    return out;
}

} // namespace lanescope
