#include "app/cli/bench/bench_analyses.h"

#include "app/cli/bench/measure.h"
#include "core/analysis/analysis.h"
#include "core/session/load_trace.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace lanescope::cli {
namespace {

using Clock = std::chrono::steady_clock;

double ms(std::int64_t ns) { return static_cast<double>(ns / 1'000) / 1'000; }

// Asks the run to stop half-way through the time it took before.
std::optional<std::int64_t> stopLatencyNs(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
                                          std::int64_t usualNs) {
    std::stop_source source;
    RunContext context(source.get_token());
    std::mutex mutex;
    std::condition_variable_any wake;
    Clock::time_point asked;
    std::jthread timer([&](const std::stop_token& over) {
        std::unique_lock lock(mutex);
        wake.wait_for(lock, over, std::chrono::nanoseconds(usualNs / 2), [] { return false; });
        if (over.stop_requested()) return;
        asked = Clock::now();
        source.request_stop();
    });
    const auto result = runAnalysis(info, store, input, context);
    const Clock::time_point returned = Clock::now();
    timer.request_stop();
    timer.join();
    if (result.ok() || !source.stop_requested()) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(returned - asked).count();
}

Json costOf(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
            const std::stop_token& stop) {
    Json out;
    if (const auto reason = missingNeed(store, info)) {
        out["missing"] = *reason;
        return out;
    }
    RunContext context(stop);
    const Watch watch;
    const auto result = runAnalysis(info, store, input, context);
    const Spent spent = watch.elapsed();
    if (!result.ok()) {
        out["missing"] = result.error().message;
        return out;
    }
    out["wall_ms"] = ms(spent.wallNs);
    out["cpu_ms"] = ms(spent.cpuNs);
    const auto latency = stopLatencyNs(info, store, input, spent.wallNs);
    out["stop_ms"] = latency ? Json(ms(*latency)) : Json();
    return out;
}

} // namespace

Result<Json> benchAnalyses(const std::string& path, unsigned threads, const std::stop_token& stop) {
    RunContext context(stop);
    LoadOptions options;
    options.threads = threads;
    const auto trace = loadTrace(path, options, context);
    if (!trace.ok()) return trace.error();
    const TraceStore& store = *trace->store;
    Json out;
    out["file"] = path;
    out["events"] = store.slices().size() + store.instants().time.size();
    AnalysisInput input;
    input.eventText = [&trace](SliceId slice) { return eventText(*trace, slice); };
    const Watch watch;
    input.work = std::make_shared<const TraceWork>(collectTraceWork(store));
    out["work_ms"] = ms(watch.elapsed().wallNs);
    Json& analyses = out["analyses"] = Json::object();
    for (const AnalysisInfo& info : builtinAnalyses()) {
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "stopped", path, {}};
        analyses[info.id] = costOf(info, store, input, stop);
    }
    return out;
}

} // namespace lanescope::cli
