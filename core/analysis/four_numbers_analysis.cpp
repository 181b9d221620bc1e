#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/report_tables.h"

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

} // namespace

Result<AnalysisResult> analyseFourNumbers(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    if (context.stopRequested()) return stoppedError();
    if (input.range) return ofRange(store, input);
    const auto work = input.work ? input.work : std::make_shared<const TraceWork>(collectTraceWork(store));
    if (context.stopRequested()) return stoppedError();
    TraceReport report = reportOf(store, *work, input.thresholds);
    if (input.device)
        std::erase_if(report.devices, [&](const DeviceReport& d) { return d.device != input.device->text(); });
    AnalysisResult out;
    out.tables = reportTables(store, report);
    for (const WindowedDevice& device : devicesOf(store, input))
        if (const auto whole = wholeWindow(*device.work, input.thresholds)) addLargeGaps(out, device, *whole);
    return out;
}

} // namespace lanescope
