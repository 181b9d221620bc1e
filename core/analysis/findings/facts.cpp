#include "core/analysis/findings/facts.h"

#include "core/analysis/steady_steps.h"

#include <algorithm>

namespace lanescope {

namespace {

std::vector<FindingWindow> windowsOf(const TraceStore& store, const TraceWork& work) {
    std::vector<FindingWindow> out;
    const std::vector<std::size_t> steady = steadySteps(store);
    for (const std::size_t i : stepsApart(store)) {
        const TimeRange at = store.range(SliceId{store.steps()[i].slice});
        const bool counts = std::find(steady.begin(), steady.end(), i) != steady.end();
        out.push_back({i, {count(at.begin), count(at.end)}, counts});
    }
    if (out.empty() && !work.all->busy.empty())
        out.push_back({std::nullopt, {work.all->busy.front().begin, work.all->busy.back().end}, true});
    return out;
}

// Of the steps that count none is steady.
bool onlyWarmupCounts(const TraceStore& store, const std::vector<FindingWindow>& windows) {
    return std::all_of(windows.begin(), windows.end(), [&](const FindingWindow& w) {
        return !w.counts || (w.step && (store.steps()[*w.step].warmup || store.steps()[*w.step].cutOff));
    });
}

std::int64_t medianOf(std::vector<std::int64_t>& values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void takeKernels(DeviceFacts& device, const TraceFacts& facts) {
    const TraceStore& store = *facts.store;
    std::vector<std::int64_t> durations, delays;
    for (const SliceId s : device.work->work) {
        const std::int64_t ns = store.duration(s).count();
        if (ns <= 0 || store.role(s) != Role::Kernel) continue;
        const std::int64_t start = count(store.start(s));
        const auto call = facts.launches->callOf(s);
        const std::int64_t called = call ? count(store.start(*call)) : start;
        device.launched += facts.isCounted({called, called + 1}) ? 1 : 0;
        if (!facts.isCounted({start, start + ns})) continue;
        durations.push_back(ns);
        if (call) delays.push_back(start - count(store.start(*call)));
    }
    device.kernels = durations.size();
    device.linked = delays.size();
    device.medianKernelNs = medianOf(durations);
    device.medianQueueNs = medianOf(delays);
}

std::vector<bool> autogradThreads(const TraceStore& store) {
    std::vector<bool> out(store.threads().size(), false);
    std::vector<std::uint8_t> known(store.stringCount(), 0);
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Host) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            std::uint8_t& k = known[store.slices().name[row]];
            if (k == 0) k = store.name(SliceId{row}).find("autograd::engine") != std::string_view::npos ? 2 : 1;
            if (k != 2) continue;
            out[track.thread.value] = true;
            break;
        }
    }
    return out;
}

void takeRows(TraceFacts& facts) {
    for (const CategoryInfo& category : facts.store->categories()) {
        facts.hasCalls = facts.hasCalls || isLaunchCall(category.role);
        facts.hasHostRows = facts.hasHostRows || category.role == Role::CpuOp || category.role == Role::PythonFunction;
    }
}

} // namespace

bool TraceFacts::isCounted(Interval at) const {
    // Windows are sorted and apart.
    auto it = std::partition_point(windows.begin(), windows.end(),
                                   [at](const FindingWindow& w) { return w.at.end <= at.begin; });
    for (; it != windows.end() && it->at.begin < at.end; ++it)
        if (it->counts) return true;
    return false;
}

std::int64_t TraceFacts::sum(const std::vector<std::int64_t>& perWindow) const {
    std::int64_t total = 0;
    for (const std::size_t i : counted) total += perWindow[i];
    return total;
}

TraceFacts factsOf(const TraceStore& store, const std::shared_ptr<const TraceWork>& work, const FindingOptions& options,
                   RunContext& context) {
    TraceFacts facts;
    facts.store = &store;
    facts.context = &context;
    facts.limits = options.thresholds;
    facts.gaps = options.gaps;
    facts.windows = windowsOf(store, *work);
    facts.hasSteps = !store.steps().empty();
    facts.onlyWarmup = facts.hasSteps && onlyWarmupCounts(store, facts.windows);
    for (std::size_t i = 0; i < facts.windows.size(); ++i) {
        if (!facts.windows[i].counts) continue;
        facts.counted.push_back(i);
        facts.countedNs += facts.windows[i].at.length();
    }
    takeRows(facts);
    facts.launches = std::make_unique<LaunchIndex>(store);
    facts.autogradThread = autogradThreads(store);
    GapFinder finder(store, options.idle);
    for (const auto& one : work->devices) {
        if (context.stopRequested()) break;
        if (one->busy.empty()) continue;
        DeviceFacts device;
        device.work = one;
        device.name = one->key.text();
        device.idle = finder.find(*one, context.stopToken());
        for (const FindingWindow& w : facts.windows) {
            device.numbers.push_back(fourNumbers(*one, w.at.begin, w.at.end, options.gaps));
            device.idleSums.push_back(idleWithin(device.idle, w.at.begin, w.at.end));
        }
        takeKernels(device, facts);
        device.comm = commPieces(store, *one);
        estimateWaits(device.comm);
        finishComm(device, facts);
        facts.devices.push_back(std::move(device));
    }
    return facts;
}

} // namespace lanescope
