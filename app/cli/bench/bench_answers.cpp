#include "app/cli/bench/bench_answers.h"

#include "app/cli/bench/measure.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace lanescope::cli {
namespace {

constexpr std::uint32_t kClicks = 41;
constexpr int kStops = 9;

Json medianAndMost(std::vector<std::int64_t> ns) {
    std::sort(ns.begin(), ns.end());
    Json out;
    out["median_ns"] = ns[ns.size() / 2];
    out["max_ns"] = ns.back();
    return out;
}

} // namespace

Result<Json> clickTimes(const LoadedTrace& trace) {
    const auto slices = static_cast<std::uint32_t>(trace.store->slices().size());
    if (slices == 0 || !trace.text) return Json();
    std::vector<std::int64_t> times;
    // 17 and 41 have no common divisor: all of them, but never neighbours one after the other.
    for (std::uint32_t i = 0; i < kClicks; ++i) {
        const std::uint64_t row = std::uint64_t{slices} * (i * 17 % kClicks) / kClicks;
        const Watch watch;
        const auto text = eventText(trace, SliceId{static_cast<std::uint32_t>(row)});
        if (!text.ok()) return text.error();
        times.push_back(watch.elapsed().wallNs);
    }
    return medianAndMost(std::move(times));
}

Json cancelTimes(const std::string& path, const LoadOptions& options, std::int64_t loadNs) {
    std::vector<std::int64_t> times;
    for (int i = 1; i <= kStops; ++i) {
        std::stop_source source;
        RunContext context(source.get_token());
        std::jthread load([&] { [[maybe_unused]] const auto trace = loadTrace(path, options, context); });
        std::this_thread::sleep_for(std::chrono::nanoseconds(loadNs * i / (kStops + 1)));
        const Watch watch;
        source.request_stop();
        load.join();
        times.push_back(watch.elapsed().wallNs);
    }
    return medianAndMost(std::move(times));
}

} // namespace lanescope::cli
