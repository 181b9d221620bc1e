#include "core/analysis/launches/launch_lists.h"

#include "core/analysis/run_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

// Work with its call that starts in the window of a device, in order of start.
template <class Use>
void forEachLaunch(const TraceStore& store, const WindowedDevice& device, const LaunchIndex& launches,
                   const std::stop_token& stop, Use use) {
    std::size_t looked = 0;
    for (const SliceId work : device.work->work) {
        if (looked++ % 16'384 == 0 && stop.stop_requested()) return;
        const std::int64_t start = count(store.start(work));
        if (start < device.beginNs || start >= device.endNs) continue;
        if (const auto call = launches.callOf(work)) use(work, *call);
    }
}

std::int64_t delayNs(const TraceStore& store, SliceId work, SliceId call) {
    return (store.start(work) - store.end(call)).count();
}

// Rows of the calls that own several pieces of work there: the call of a graph is no launch of a short kernel.
std::vector<std::uint32_t> callsOfSeveral(const TraceStore& store, const WindowedDevice& device,
                                          const LaunchIndex& launches, const std::stop_token& stop) {
    std::vector<std::uint32_t> calls, out;
    forEachLaunch(store, device, launches, stop, [&](SliceId, SliceId call) { calls.push_back(call.value); });
    sortStoppable(calls, std::less<>(), stop);
    for (std::size_t i = 1; i < calls.size(); ++i)
        if (calls[i] == calls[i - 1] && (out.empty() || out.back() != calls[i])) out.push_back(calls[i]);
    return out;
}

} // namespace

Table launchOutlierCounts(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                          const std::stop_token& stop) {
    Table out = makeTable(store, "launch_outlier_counts", "Launches that stand out, counted",
                          {{"device", "device", Unit::Text},
                           {"launch_count", "launches", Unit::Count},
                           {"long_call_count", "long calls", Unit::Count},
                           {"long_delay_count", "long delays", Unit::Count},
                           {"short_kernel_count", "short kernels", Unit::Count}});
    for (const WindowedDevice& device : devices) {
        std::uint64_t all = 0, longCalls = 0, longDelays = 0, shortKernels = 0;
        forEachLaunch(store, device, launches, stop, [&](SliceId work, SliceId call) {
            ++all;
            const std::int64_t callNs = store.duration(call).count();
            longCalls += callNs > kLongCallNs ? 1 : 0;
            longDelays += delayNs(store, work, call) > kLongDelayNs ? 1 : 0;
            shortKernels += callNs <= kLongCallNs && store.duration(work).count() < callNs ? 1 : 0;
        });
        out.rows.push_back(
            {device.name, countCell(all), countCell(longCalls), countCell(longDelays), countCell(shortKernels)});
    }
    out.notes = {
        fmt::format("per piece of work; long call: more than {} ns on the host; long delay: more than {} ns from the "
                    "end of the call to the start of the work; short kernel: less time than its call, which was not "
                    "long",
                    kLongCallNs, kLongDelayNs)};
    return out;
}

Table launchOutliers(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                     std::size_t maxRows, const std::stop_token& stop) {
    Table out = makeTable(store, "launch_outliers", "Longest launch calls and delays",
                          {{"device", "device", Unit::Text},
                           {"what", "what", Unit::Text},
                           {"name", "work", Unit::Text},
                           {"call", "call", Unit::Text},
                           {"begin_ns", "start of the call", Unit::TimePoint},
                           {"call_ns", "call", Unit::Nanoseconds},
                           {"delay_ns", "launch delay", Unit::Nanoseconds}});
    struct Item {
        std::int64_t ns;
        SliceId work, call;
        bool isCall;
    };
    for (const WindowedDevice& device : devices) {
        std::vector<Item> items;
        SliceId lastCall{kNoRow};
        forEachLaunch(store, device, launches, stop, [&](SliceId work, SliceId call) {
            const std::int64_t callNs = store.duration(call).count();
            if (callNs > kLongCallNs && call != lastCall) items.push_back({callNs, work, call, true});
            if (const std::int64_t ns = delayNs(store, work, call); ns > kLongDelayNs)
                items.push_back({ns, work, call, false});
            lastCall = call;
        });
        sortStoppable(
            items, [](const Item& a, const Item& b) { return a.ns > b.ns; }, stop);
        for (std::size_t i = 0; i < std::min(items.size(), maxRows); ++i) {
            const Item& item = items[i];
            out.rows.push_back({device.name, std::string(item.isCall ? "long call" : "long delay"),
                                std::string(store.name(item.work)), std::string(store.name(item.call)),
                                count(store.start(item.call)), store.duration(item.call).count(),
                                delayNs(store, item.work, item.call)});
            out.rowSlices.push_back({item.work, item.call});
        }
        if (items.size() > maxRows)
            out.notes.push_back(fmt::format("device {}: {} more are not listed", device.name, items.size() - maxRows));
    }
    return out;
}

Table shortKernels(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                   const std::stop_token& stop) {
    Table out = makeTable(store, "short_kernels", "Kernels shorter than their launch call",
                          {{"device", "device", Unit::Text},
                           {"name", "kernel", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"gpu_ns", "time on the GPU", Unit::Nanoseconds},
                           {"call_ns", "time of their calls", Unit::Nanoseconds}});
    struct Sum {
        std::uint64_t count = 0;
        std::int64_t gpuNs = 0, callNs = 0;
        std::vector<SliceId> slices;
    };
    for (const WindowedDevice& device : devices) {
        std::map<std::uint32_t, Sum> sums;
        const std::vector<std::uint32_t> graphs = callsOfSeveral(store, device, launches, stop);
        forEachLaunch(store, device, launches, stop, [&](SliceId work, SliceId call) {
            if (store.role(work) != Role::Kernel || store.duration(work) >= store.duration(call)) return;
            if (std::binary_search(graphs.begin(), graphs.end(), call.value)) return;
            Sum& sum = sums[store.nameId(work).value];
            ++sum.count;
            sum.gpuNs += store.duration(work).count();
            sum.callNs += store.duration(call).count();
            if (sum.slices.size() < kMaxRowSlices) sum.slices.push_back(work);
        });
        std::vector<std::pair<std::uint32_t, Sum*>> order;
        for (auto& [name, sum] : sums) order.emplace_back(name, &sum);
        std::sort(order.begin(), order.end(), [&store](const auto& a, const auto& b) {
            if (a.second->count != b.second->count) return a.second->count > b.second->count;
            return store.text(StringId{a.first}) < store.text(StringId{b.first});
        });
        for (auto& [name, sum] : order) {
            out.rows.push_back(
                {device.name, std::string(store.text(StringId{name})), countCell(sum->count), sum->gpuNs, sum->callNs});
            out.rowSlices.push_back(std::move(sum->slices));
        }
    }
    out.notes = {"launching them costs the host more than they take: candidates for fusing or graphs"};
    return out;
}

} // namespace lanescope
