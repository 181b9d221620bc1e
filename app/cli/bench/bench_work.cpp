#include "app/cli/bench/bench_work.h"

#include "app/cli/bench/measure.h"
#include "core/analysis/device_work.h"
#include "core/build/trace_builder.h"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace lanescope::cli {
namespace {

constexpr std::uint32_t kStreams = 8;
constexpr std::uint32_t kPerBatch = 1u << 15; // kernels
constexpr std::array<std::string_view, 14> kTexts{
    "0", "7", "8", "9", "10", "11", "12", "13", "14", "4242", "kernel", "cuda_runtime", "gemm", "ncclAllReduce"};
enum Text : std::uint32_t { kDevice = 1, kFirstStream = 2, kHost = 10, kKernelCategory, kCallCategory, kGemm, kReduce };

class WorkMaker {
public:
    explicit WorkMaker(std::uint32_t kernels) : m_left(kernels) {}

    // False at the end.
    bool next(RawBatch& batch) {
        batch = {};
        if (m_left == 0) return false;
        if (m_sequence == 0) introduce(batch);
        batch.sequence = m_sequence++;
        for (std::uint32_t i = std::min(m_left, kPerBatch); i > 0; --i, --m_left) add(batch);
        batch.counts.elements = batch.events.size();
        return true;
    }

private:
    static void introduce(RawBatch& batch) {
        batch.newStrings.assign(kTexts.begin(), kTexts.end());
        batch.newThreads.push_back({kHost, kHost});
        for (std::uint32_t s = 0; s < kStreams; ++s) batch.newThreads.push_back({kDevice, kFirstStream + s});
    }
    void add(RawBatch& batch) {
        const std::uint64_t number = ++m_number;
        const auto stream = static_cast<std::uint32_t>(m_random() % kStreams);
        RawEvent call;
        call.ts = m_host;
        call.dur = 3000;
        call.correlation = number;
        call.name = kGemm;
        call.category = kCallCategory;
        call.phase = 'X';
        RawEvent work = call;
        work.ts = std::max(m_free[stream], m_host + 5000);
        work.dur = static_cast<std::int64_t>(1000 + m_random() % 60'000);
        work.name = number % 8 == 0 ? kReduce : kGemm;
        work.category = kKernelCategory;
        work.thread = 1 + stream;
        m_free[stream] = work.ts + work.dur + static_cast<std::int64_t>(m_random() % 3000);
        m_host += 4000;
        batch.events.push_back(call);
        batch.events.push_back(work);
    }

    std::uint32_t m_left;
    std::uint64_t m_sequence = 0, m_number = 0;
    std::int64_t m_host = 1'700'000'000'000'000'000;
    std::array<std::int64_t, kStreams> m_free{};
    std::mt19937_64 m_random{1}; // the same work every time
};

Json spentJson(std::int64_t wallNs, std::int64_t cpuNs) {
    Json out;
    out["wall_ns"] = wallNs;
    out["cpu_ns"] = cpuNs;
    return out;
}

} // namespace

Result<Json> benchWork(std::uint32_t kernels, unsigned threads, const std::stop_token& stop) {
    TraceBuilder builder({std::max(1u, threads), {}, KindRules::builtin()});
    WorkMaker maker(kernels);
    for (RawBatch batch; !stop.stop_requested() && maker.next(batch);) builder.consume(batch);
    builder.finish({}, {});
    RunContext context(stop);
    const auto store = builder.takeStore(context);
    if (!store.ok()) return store.error();
    std::optional<Spent> unions;
    for (int i = 0; i < 2; ++i) { // the first pays for new memory
        const Watch watch;
        const TraceWork work = collectTraceWork(**store);
        unions = fasterOf(unions, watch.elapsed());
    }
    Json out;
    out["kernels"] = kernels;
    out["links"] = (*store)->launches().workRows.size();
    out["link_cpu_ns"] = context.stages().cpuNs(Stage::Links);
    out["busy_and_exposed"] = spentJson(unions->wallNs, unions->cpuNs);
    return out;
}

} // namespace lanescope::cli
