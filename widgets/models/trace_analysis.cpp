#include "widgets/models/trace_analysis.h"

#include <algorithm>

namespace lanescope::models {

namespace {
// The same devices as the report wants them; nothing is copied, and nothing outlives `devices`.
TraceWork borrowed(const TraceStore& store, const std::vector<DeviceWork>& devices) {
    TraceWork work;
    for (const DeviceWork& device : devices)
        work.devices.push_back(std::shared_ptr<const DeviceWork>(std::shared_ptr<void>(), &device));
    work.all = devices.size() == 1 ? work.devices.front() : std::make_shared<const DeviceWork>(allDevices(store));
    return work;
}
} // namespace

Result<std::shared_ptr<const TraceAnalysis>> analyseTrace(std::shared_ptr<const TraceStore> store,
                                                          const GapThresholds& thresholds, RunContext& context) {
    const Error stopped{ErrorCode::Cancelled, "stopped", {}, {}};
    auto out = std::make_shared<TraceAnalysis>();
    out->store = std::move(store);
    out->thresholds = thresholds;
    out->partial = out->store->partial();
    out->kernelGroups = std::make_shared<KernelGroups>(*out->store);
    out->devices = collectDeviceWork(*out->store);
    if (context.stopRequested()) return stopped;
    out->report = reportOf(*out->store, borrowed(*out->store, out->devices), thresholds);
    if (context.stopRequested()) return stopped;
    const auto& devices = out->devices;
    const auto most = std::max_element(devices.begin(), devices.end(),
                                       [](const auto& a, const auto& b) { return length(a.busy) < length(b.busy); });
    if (most != devices.end()) out->mainDevice = static_cast<std::size_t>(most - devices.begin());
    out->steps = stepStrip(*out->store, out->device());
    return std::shared_ptr<const TraceAnalysis>(std::move(out));
}

} // namespace lanescope::models
