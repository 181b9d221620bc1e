#include "widgets/models/trace_analysis.h"

#include <algorithm>

namespace lanescope::models {

Result<std::shared_ptr<const TraceAnalysis>> analyseTrace(std::shared_ptr<const TraceStore> store,
                                                          const GapThresholds& thresholds, RunContext& context) {
    const Error stopped{ErrorCode::Cancelled, "stopped", {}, {}};
    auto out = std::make_shared<TraceAnalysis>();
    out->store = std::move(store);
    out->thresholds = thresholds;
    out->partial = out->store->partial();
    out->devices = collectDeviceWork(*out->store);
    if (context.stopRequested()) return stopped;
    out->report = reportOf(*out->store, thresholds);
    if (context.stopRequested()) return stopped;
    const auto most = std::max_element(out->devices.begin(), out->devices.end(),
                                       [](const auto& a, const auto& b) { return length(a.busy) < length(b.busy); });
    if (most != out->devices.end()) out->mainDevice = static_cast<std::size_t>(most - out->devices.begin());
    out->steps = stepStrip(*out->store, out->device());
    return std::shared_ptr<const TraceAnalysis>(std::move(out));
}

} // namespace lanescope::models
