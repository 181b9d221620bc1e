#include "app/cli/bench/bench_analyses.h"

#include "app/cli/bench/measure.h"
#include "core/analysis/analysis.h"
#include "core/session/load_trace.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <thread>

namespace lanescope::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kStops = 8;

double ms(std::int64_t ns) { return static_cast<double>(ns / 1'000) / 1'000; }

std::int64_t nsOf(const timespec& t) { return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec; }

struct Stopped {
    std::int64_t wallNs = 0;
    std::int64_t cpuNs = 0; // of the thread that ran: what neighbours cannot make longer
};

// Asks the run to stop so long after its start.
std::optional<Stopped> stopLatency(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
                                   std::int64_t afterNs) {
    std::stop_source source;
    RunContext context(source.get_token());
    std::mutex mutex;
    std::condition_variable_any wake;
    Clock::time_point asked;
    timespec cpuAsked{}, cpuReturned{};
    clockid_t runner{};
    if (pthread_getcpuclockid(pthread_self(), &runner) != 0) return std::nullopt;
    std::jthread timer([&](const std::stop_token& over) {
        std::unique_lock lock(mutex);
        wake.wait_for(lock, over, std::chrono::nanoseconds(afterNs), [] { return false; });
        if (over.stop_requested()) return;
        clock_gettime(runner, &cpuAsked);
        asked = Clock::now();
        source.request_stop();
    });
    const auto result = runAnalysis(info, store, input, context);
    const Clock::time_point returned = Clock::now();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpuReturned);
    timer.request_stop();
    timer.join();
    if (result.ok() || !source.stop_requested()) return std::nullopt;
    return Stopped{std::chrono::duration_cast<std::chrono::nanoseconds>(returned - asked).count(),
                   nsOf(cpuReturned) - nsOf(cpuAsked)};
}

// The longest of several, at places spread over the time a run took before.
std::optional<Stopped> longestStop(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
                                   std::int64_t usualNs) {
    std::optional<Stopped> out;
    for (int place = 0; place < kStops; ++place) {
        const auto one = stopLatency(info, store, input, usualNs * (2 * place + 1) / (2 * kStops));
        if (!one) continue;
        if (!out) out = *one;
        out->wallNs = std::max(out->wallNs, one->wallNs);
        out->cpuNs = std::max(out->cpuNs, one->cpuNs);
    }
    return out;
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
    const auto stopped = longestStop(info, store, input, spent.wallNs);
    out["stop_ms"] = stopped ? Json(ms(stopped->wallNs)) : Json();
    out["stop_cpu_ms"] = stopped ? Json(ms(stopped->cpuNs)) : Json();
    return out;
}

} // namespace

Result<Json> benchAnalyses(const std::string& path, unsigned threads, const std::stop_token& stop) {
    keepFreedMemory(); // what giving pages back costs is the system's, and differs from machine to machine
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
