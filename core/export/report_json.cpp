#include "core/export/report_json.h"

namespace lanescope {

namespace {

Json optionalNumbers(const std::optional<FourNumbers>& n) { return n ? fourNumbersJson(*n) : Json(); }

void addDevice(Json& out, const DeviceReport& device) {
    out["whole"] = optionalNumbers(device.whole);
    Json steps = Json::array();
    for (const StepFigures& step : device.steps) {
        Json entry = Json::object();
        entry["name"] = step.name;
        entry["warmup"] = step.warmup;
        entry["cut_off"] = step.cutOff;
        entry["by_window"] = fourNumbersJson(step.byWindow);
        entry["by_launch"] = optionalNumbers(step.byLaunch);
        steps.push(std::move(entry));
    }
    out["steps"] = std::move(steps);
    out["unassigned"] = device.unassigned;
    out["without_launch"] = device.withoutLaunch;
    out["busy_share_by_window"] = device.busyByWindow;
    out["busy_share_by_launch"] = device.busyByLaunch;
    out["window_and_launch_differ"] = device.windowAndLaunchDiffer;
}

} // namespace

Json fourNumbersJson(const FourNumbers& n) {
    Json out = Json::object();
    out["window_ns"] = Json::Array{n.beginNs, n.endNs};
    out["wall_ns"] = n.wallNs;
    out["gpu_busy_ns"] = n.busyNs;
    out["comm_ns"] = n.commNs;
    out["compute_ns"] = n.computeNs;
    out["mem_ns"] = n.memNs;
    out["overlap_ns"] = n.overlapNs;
    out["exposed_comm_ns"] = n.exposedCommNs;
    out["exposed_mem_ns"] = n.exposedMemNs;
    out["idle_ns"] = n.idleNs;
    out["launch_gap_ns"] = n.launchGapNs;
    out["launch_gap_count"] = n.launchGapCount;
    out["mid_gap_ns"] = n.midGapNs;
    out["mid_gap_count"] = n.midGapCount;
    out["large_gap_ns"] = n.largeGapNs;
    out["large_gap_count"] = n.largeGapCount;
    out["head_idle_ns"] = n.headIdleNs;
    out["tail_idle_ns"] = n.tailIdleNs;
    Json gaps = Json::array();
    for (const Interval& gap : n.largeGaps) gaps.push(Json::Array{gap.begin, gap.end});
    out["large_gaps_ns"] = std::move(gaps);
    return out;
}

Json reportJson(const TraceStore& store, const TraceReport& report) {
    Json out = Json::object();
    out["file"] = store.info().fileName;
    out["rank"] = store.info().rank;
    out["partial"] = store.partial();
    out["thresholds"]["launch_gap_below_ns"] = report.thresholds.launchBelowNs;
    out["thresholds"]["large_gap_from_ns"] = report.thresholds.largeFromNs;
    addDevice(out, report.all);
    Json::Object devices; // by hand: looking each key up is slow where a file has made up very many
    for (const DeviceReport& device : report.devices) {
        Json one = Json::object();
        addDevice(one, device);
        devices.emplace_back(device.device, std::move(one));
    }
    out["devices"] = Json(std::move(devices));
    return out;
}

} // namespace lanescope
