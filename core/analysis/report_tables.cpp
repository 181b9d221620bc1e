#include "core/analysis/report_tables.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

Cell countCell(std::uint64_t n) { return static_cast<std::int64_t>(n); }

Cell shareCell(const std::optional<double>& share) {
    if (!share) return {};
    return *share;
}

std::string thresholdText(std::int64_t ns) {
    if (ns % 1'000'000 == 0) return fmt::format("{}\u202Fms", ns / 1'000'000);
    if (ns % 1'000 == 0) return fmt::format("{}\u202F\u00B5s", ns / 1'000);
    return fmt::format("{}\u202Fns", ns);
}

void append(std::vector<Cell>& row, std::vector<Cell> cells) {
    row.insert(row.end(), std::make_move_iterator(cells.begin()), std::make_move_iterator(cells.end()));
}

std::vector<const DeviceReport*> rowsOf(const TraceReport& report) {
    std::vector<const DeviceReport*> out;
    for (const DeviceReport& device : report.devices) out.push_back(&device);
    if (out.size() > 1) out.push_back(&report.all);
    return out;
}

Table wholeTable(const TraceReport& report) {
    Table out{"whole", "Whole trace, per device", {{"device", "device", Unit::Text}}, {}, 0, {}, {}};
    for (Column& column : fourNumberColumns()) out.columns.push_back(std::move(column));
    for (const DeviceReport* device : rowsOf(report)) {
        if (!device->whole) continue;
        std::vector<Cell> row{device->device};
        append(row, fourNumberCells(*device->whole));
        out.rows.push_back(std::move(row));
    }
    out.notes = fourNumberNotes(report.thresholds);
    if (report.devices.empty()) out.notes.insert(out.notes.begin(), "no GPU activity in this trace");
    return out;
}

enum class View { Window, Launch };

std::string markOf(const StepFigures& step) {
    if (step.warmup) return step.cutOff ? "warm-up, cut off" : "warm-up";
    return step.cutOff ? "cut off" : "";
}

Table stepTable(const TraceReport& report, View view) {
    const bool window = view == View::Window;
    Table out{window ? "steps_by_window" : "steps_by_launch",
              window ? "Steps by window" : "Steps by launch",
              {{"device", "device", Unit::Text}, {"name", "step", Unit::Text}, {"mark", "mark", Unit::Text}},
              {},
              0,
              {},
              {}};
    for (Column& column : fourNumberColumns()) out.columns.push_back(std::move(column));
    for (const DeviceReport* device : rowsOf(report))
        for (const StepFigures& step : device->steps) {
            if (!window && !step.byLaunch) continue;
            std::vector<Cell> row{device->device, step.name, markOf(step)};
            append(row, fourNumberCells(window ? step.byWindow : *step.byLaunch));
            out.rows.push_back(std::move(row));
        }
    out.notes.push_back(window ? "by window: GPU work clipped to the time of the step on the host"
                               : "by launch: GPU work whose launch call starts inside the step; windows may overlap");
    for (const DeviceReport* device : rowsOf(report)) {
        if (!window && device->unassigned > 0)
            out.notes.push_back(fmt::format("device {}: {} pieces of work belong to no step, {} of them have no launch",
                                            device->device, device->unassigned, device->withoutLaunch));
        if (device->windowAndLaunchDiffer)
            out.notes.push_back(fmt::format("device {}: {:.1f} % busy by window, {:.1f} % by launch: work runs after "
                                            "its step has ended on the host, "
                                            "or waits at the start of a step; compare both views",
                                            device->device, *device->busyByWindow * 100, *device->busyByLaunch * 100));
    }
    return out;
}

} // namespace

std::vector<Column> fourNumberColumns() {
    return {{"begin_ns", "begin", Unit::TimePoint},
            {"end_ns", "end", Unit::TimePoint},
            {"wall_ns", "window", Unit::Nanoseconds},
            {"gpu_busy_share", "busy share", Unit::Ratio},
            {"gpu_busy_ns", "busy", Unit::Nanoseconds},
            {"compute_ns", "compute", Unit::Nanoseconds},
            {"comm_ns", "communication", Unit::Nanoseconds},
            {"mem_ns", "memory", Unit::Nanoseconds},
            {"overlap_ns", "overlap", Unit::Nanoseconds},
            {"overlap_share", "overlap share", Unit::Ratio},
            {"exposed_comm_ns", "exposed comm.", Unit::Nanoseconds},
            {"exposed_mem_ns", "exposed memory", Unit::Nanoseconds},
            {"idle_ns", "idle", Unit::Nanoseconds},
            {"launch_gap_ns", "launch gaps", Unit::Nanoseconds},
            {"launch_gap_count", "count", Unit::Count},
            {"mid_gap_ns", "medium gaps", Unit::Nanoseconds},
            {"mid_gap_count", "count", Unit::Count},
            {"large_gap_ns", "large gaps", Unit::Nanoseconds},
            {"large_gap_count", "count", Unit::Count},
            {"head_idle_ns", "head idle", Unit::Nanoseconds},
            {"tail_idle_ns", "tail idle", Unit::Nanoseconds}};
}

std::vector<Cell> fourNumberCells(const FourNumbers& n) {
    return {n.beginNs,
            n.endNs,
            n.wallNs,
            shareCell(n.busyShare()),
            n.busyNs,
            n.computeNs,
            n.commNs,
            n.memNs,
            n.overlapNs,
            shareCell(n.overlapShare()),
            n.exposedCommNs,
            n.exposedMemNs,
            n.idleNs,
            n.launchGapNs,
            countCell(n.launchGapCount),
            n.midGapNs,
            countCell(n.midGapCount),
            n.largeGapNs,
            countCell(n.largeGapCount),
            n.headIdleNs,
            n.tailIdleNs};
}

std::vector<std::string> fourNumberNotes(const GapThresholds& t) {
    return {"compute + exposed communication + exposed memory + idle = window",
            fmt::format("launch gaps are shorter than {}, large gaps {} or longer, medium gaps between; head and tail "
                        "idle lie before the first and after the last work of the window",
                        thresholdText(t.launchBelowNs), thresholdText(t.largeFromNs))};
}

std::vector<Table> reportTables(const TraceStore& store, const TraceReport& report) {
    std::vector<Table> out{wholeTable(report)};
    if (!store.steps().empty()) {
        out.push_back(stepTable(report, View::Window));
        out.push_back(stepTable(report, View::Launch));
    }
    for (Table& table : out) table.originNs = count(store.extent().begin);
    return out;
}

} // namespace lanescope
