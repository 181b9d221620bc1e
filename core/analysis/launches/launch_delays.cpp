#include "core/analysis/launches/launch_delays.h"

#include "core/analysis/run_merge.h"

#include <algorithm>
#include <functional>

namespace lanescope {

namespace {

LaunchDelay delayOf(const TraceStore& store, SliceId work, SliceId call) {
    return {work, call, (store.start(work) - store.end(call)).count(), (store.start(work) - store.start(call)).count()};
}

} // namespace

std::optional<LaunchDelay> launchDelay(const TraceStore& store, SliceId work) {
    const auto call = store.launchOf(work);
    if (!call) return std::nullopt;
    return delayOf(store, work, *call);
}

LaunchFigures launchFigures(const TraceStore& store, const DeviceWork& device, const LaunchIndex& launches,
                            std::int64_t beginNs, std::int64_t endNs, const std::stop_token& stop) {
    LaunchFigures out;
    std::vector<std::int64_t> launchNs;
    std::vector<std::int64_t> queueNs;
    std::vector<SliceId> calls;
    const auto before = [&store](SliceId s, std::int64_t at) { return count(store.start(s)) < at; };
    auto it = std::lower_bound(device.work.begin(), device.work.end(), beginNs, before);
    for (; it != device.work.end() && count(store.start(*it)) < endNs; ++it) {
        const auto call = launches.callOf(*it);
        if ((out.work + out.unlinked) % 16'384 == 0 && stop.stop_requested()) return out;
        if (!call) {
            ++out.unlinked;
            continue;
        }
        const LaunchDelay delay = delayOf(store, *it, *call);
        launchNs.push_back(delay.launchNs);
        queueNs.push_back(delay.queueNs);
        calls.push_back(*call);
        ++out.work;
        if (store.duration(*it) < store.duration(*call)) ++out.shortWork;
    }
    sortStoppable(calls, std::less<>(), stop);
    if (stop.stop_requested()) return out;
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    std::vector<std::int64_t> callNs;
    for (const SliceId call : calls) callNs.push_back(store.duration(call).count());
    out.calls = calls.size();
    out.launchDelay = statisticsOf(std::move(launchNs), stop);
    out.queueDelay = statisticsOf(std::move(queueNs), stop);
    out.callDuration = statisticsOf(std::move(callNs), stop);
    return out;
}

ClockCheck clockCheck(const TraceStore& store, const DeviceWork& work, const LaunchIndex& launches) {
    ClockCheck out;
    for (const SliceId s : work.work) {
        const auto call = launches.callOf(s);
        if (!call || store.start(s) >= store.start(*call)) continue;
        out.beforeLaunch.push_back(s);
        out.minShiftNs = std::max(out.minShiftNs, (store.start(*call) - store.start(s)).count());
    }
    return out;
}

} // namespace lanescope
