// Whole trace and every step of every device, by window and by launch (METRICS 2).
#include "core/analysis/four_numbers.h"
#include "core/analysis/steady_steps.h"
#include "core/analysis/step_lookup.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

struct ByLaunch {
    std::vector<std::vector<SliceId>> work; // per step, ascending rows
    std::uint64_t unassigned = 0;
    std::uint64_t withoutLaunch = 0;
};

// Walks the runs of the device beside the sorted links: linear, whatever the order of the file.
ByLaunch groupByLaunch(const TraceStore& store, const DeviceWork& device, const StepLookup& lookup) {
    ByLaunch out;
    out.work.resize(store.steps().size());
    const LaunchLinks& links = store.launches();
    for (const WorkRun& run : device.runs) {
        const std::uint32_t last = run.first + run.count;
        auto link = static_cast<std::size_t>(std::lower_bound(links.workRows.begin(), links.workRows.end(), run.first) -
                                             links.workRows.begin());
        std::uint64_t assigned = 0;
        std::uint64_t linked = 0;
        for (; link < links.workRows.size() && links.workRows[link] < last; ++link) {
            ++linked;
            const auto step = lookup.stepOfCall(SliceId{links.callRows[link]});
            if (!step) continue;
            out.work[*step].push_back(SliceId{links.workRows[link]});
            ++assigned;
        }
        out.withoutLaunch += run.count - linked;
        out.unassigned += run.count - assigned;
    }
    return out;
}

void compareViews(const TraceStore& store, DeviceReport& report) {
    std::vector<bool> counts(store.steps().size(), false);
    for (const std::size_t i : steadySteps(store)) counts[i] = true;
    std::int64_t byWindow = 0;
    std::int64_t byLaunch = 0;
    std::int64_t wallByWindow = 0;
    std::int64_t wallByLaunch = 0;
    for (const StepFigures& step : report.steps) {
        if (!step.byLaunch || !counts[step.step]) continue;
        byWindow += step.byWindow.busyNs;
        wallByWindow += step.byWindow.wallNs;
        byLaunch += step.byLaunch->busyNs;
        wallByLaunch += step.byLaunch->wallNs;
    }
    if (wallByWindow <= 0 || wallByLaunch <= 0) return;
    report.busyByWindow = static_cast<double>(byWindow) / static_cast<double>(wallByWindow);
    report.busyByLaunch = static_cast<double>(byLaunch) / static_cast<double>(wallByLaunch);
    report.windowAndLaunchDiffer = std::abs(*report.busyByWindow - *report.busyByLaunch) >= kViewsDifferFrom;
}

DeviceReport deviceReport(const TraceStore& store, const DeviceWork& device, const StepLookup& lookup,
                          const GapThresholds& t) {
    DeviceReport out;
    out.device = device.key.text();
    out.whole = wholeWindow(device, t);
    ByLaunch launched = groupByLaunch(store, device, lookup);
    out.unassigned = launched.unassigned;
    out.withoutLaunch = launched.withoutLaunch;
    for (std::size_t i = 0; i < store.steps().size(); ++i) {
        const Step& step = store.steps()[i];
        const SliceId slice{step.slice};
        StepFigures figures;
        figures.step = i;
        figures.name = store.name(slice);
        figures.warmup = step.warmup;
        figures.cutOff = step.cutOff;
        figures.byWindow = fourNumbers(device, count(store.start(slice)), count(store.end(slice)), t);
        if (!launched.work[i].empty()) figures.byLaunch = wholeWindow(workOf(store, std::move(launched.work[i])), t);
        out.steps.push_back(std::move(figures));
    }
    compareViews(store, out);
    return out;
}

} // namespace

TraceReport reportOf(const TraceStore& store, const TraceWork& work, const GapThresholds& thresholds) {
    TraceReport out;
    out.thresholds = thresholds;
    const StepLookup lookup(store);
    for (const auto& device : work.devices) out.devices.push_back(deviceReport(store, *device, lookup, thresholds));
    const bool single = work.devices.size() == 1 && work.all == work.devices.front();
    out.all = single ? out.devices.front() : deviceReport(store, *work.all, lookup, thresholds);
    out.all.device = "all";
    return out;
}

TraceReport reportOf(const TraceStore& store, const GapThresholds& thresholds) {
    return reportOf(store, collectTraceWork(store), thresholds);
}

} // namespace lanescope
