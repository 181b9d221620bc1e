#include "tests/support/other_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace lanescope::testing {

namespace {

constexpr std::int64_t kUs = 1000, kOrigin = 7'000'000'000'000;
enum class Host : std::uint8_t { Work, Sync, Alloc, Data, Count_ };

struct Mix {
    std::string_view gemm, attention, pass, norm, launch, device;
};
constexpr std::array<Mix, 3> kMixes{
    Mix{"nvjet_tst_192x192_64x4_2x1_v_bz_coopA_TNT", "triton_tem_fused_flex_attention_3",
        "triton_poi_fused_add_gelu_mul_11", "triton_red_fused_native_layer_norm_4", "cuLaunchKernelEx", "NVIDIA B200"},
    Mix{"cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false>>(Flash_fwd_params)",
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
        "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float)",
        "cudaLaunchKernel", "NVIDIA A100-SXM4-40GB"},
    Mix{"Cijk_Ailk_Bljk_BBS_BH_MT256x128x64_MI16x16x16x1_SN", "ck_tile::FmhaFwdKernel<128, bf16>",
        "void at::native::elementwise_kernel<128, 2, at::native::MulFunctor<float>>(int)",
        "void at::native::batch_norm_collect_statistics_kernel<float>(int)", "hipExtModuleLaunchKernel",
        "AMD Instinct MI300X"}};

struct Work {
    std::int64_t begin = 0, end = 0, call = 0, callEnd = 0;
    int thread = 1;
    bool comm = false, pass = false;
};
struct Activity {
    std::int64_t begin = 0, end = 0;
    Host kind = Host::Work;
    int thread = 1;
};

class Program {
public:
    explicit Program(const OtherOptions& options)
        : m_o(options), m_mix(kMixes[static_cast<std::size_t>(options.mix) % kMixes.size()]), m_random(options.seed) {
        const bool tiny = is("launch-bound");
        m_kernel = tiny ? 5 * kUs : 70 * kUs;
        m_perOp = tiny ? static_cast<std::int64_t>(9.0 * m_o.strength) * kUs : 3 * kUs;
    }

    OtherTrace run() {
        for (int s = 0; s < m_o.steps; ++s) step(s);
        OtherTrace out;
        out.steps = m_steps;
        out.cost = is("unoverlapped-allreduce") ? exposed() : is("memory-bound") ? passes() : gaps();
        out.json = fmt::format("{{\"schemaVersion\":1,\"deviceProperties\":[{{\"id\":0,\"name\":\"{}\"}}],"
                               "\"distributedInfo\":{{\"backend\":\"nccl\",\"rank\":0,\"world_size\":{}}},"
                               "\"traceEvents\":[{}]}}",
                               m_mix.device, is("launch-bound") ? 1 : 8, m_events);
        return out;
    }

private:
    bool is(std::string_view kind) const { return m_o.kind == kind; }
    double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(m_random); }
    std::int64_t varied(std::int64_t ns) {
        return static_cast<std::int64_t>(static_cast<double>(ns) * uniform(1 - m_o.jitter, 1 + m_o.jitter));
    }
    std::int64_t scaled(std::int64_t ns) const {
        return static_cast<std::int64_t>(static_cast<double>(ns) * m_o.strength);
    }

    void write(std::string_view cat, std::string_view name, int pid, int tid, std::int64_t begin, std::int64_t end,
               const std::string& args = {}) {
        m_events += fmt::format("{}{{\"ph\":\"X\",\"cat\":\"{}\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03},"
                                "\"dur\":{}.{:03},\"args\":{{{}}}}}",
                                m_events.empty() ? "" : ",\n", cat, name, pid, tid, begin / 1000, begin % 1000,
                                (end - begin) / 1000, (end - begin) % 1000, args);
    }
    void act(Host kind, std::int64_t until) {
        m_host.push_back({m_now, until, kind, m_thread});
        m_now = until;
    }

    // The host's part of one kernel, then the kernel: after its call, its stream's last and what it must wait for.
    std::int64_t launch(std::string_view op, std::string_view kernel, int stream, std::int64_t ns, Work work = {},
                        std::int64_t ready = 0, const std::string& args = {}) {
        const std::int64_t opBegin = m_now;
        act(Host::Work, m_now + m_perOp);
        work.call = m_now;
        work.thread = m_thread;
        const std::size_t depth = 40; // of the queue
        if (m_works.size() >= depth) m_now = std::max(m_now, m_works[m_works.size() - depth].begin);
        act(Host::Work, m_now + 4 * kUs);
        work.callEnd = m_now;
        std::int64_t& free = m_free[stream];
        work.begin = std::max({m_now + kUs, free + 700, ready});
        work.end = free = work.begin + ns;
        m_works.push_back(work);
        const auto id = static_cast<std::int64_t>(m_works.size());
        write("cuda_runtime", m_mix.launch, 500, m_thread, work.call, m_now, fmt::format("\"correlation\":{}", id));
        m_now += kUs;
        write("cpu_op", op, 500, m_thread, opBegin, m_now, fmt::format("\"External id\":{}", id));
        write("kernel", kernel, 0, stream, work.begin, work.end,
              fmt::format("\"device\":0,\"stream\":{},\"correlation\":{}{}", stream, id, args));
        return work.end;
    }

    void compute(int layer, std::string_view op) {
        const int stream = m_o.streams > 1 && layer % 3 == 2 ? 9 : 7;
        launch(op, m_mix.gemm, stream, varied(m_kernel * 2));
        launch(op, m_mix.attention, stream, varied(m_kernel));
        const int passes = is("memory-bound") ? 6 : 1;
        Work pass;
        pass.pass = true;
        for (int i = 0; i < passes; ++i)
            launch("aten::mul", i % 2 == 0 ? m_mix.pass : m_mix.norm, stream,
                   varied(is("memory-bound") ? scaled(m_kernel * 3 / 2) : m_kernel / 2), pass);
        if (passes < 3) launch(op, m_mix.gemm, stream, varied(m_kernel));
    }

    // Waits for everything on the device, wakes up late, then goes on.
    void call(Host kind, std::string_view op, std::string_view name, std::int64_t ns) {
        const std::int64_t begin = m_now;
        act(Host::Work, m_now + kUs);
        const std::int64_t from = m_now;
        act(kind, std::max(m_now, computed()) + ns);
        write("cuda_runtime", name, 500, m_thread, from, m_now, "\"correlation\":0");
        m_now += 500;
        write("cpu_op", op, 500, m_thread, begin, m_now);
    }
    std::int64_t computed() { return std::max(m_free[7], m_free[9]); }

    std::int64_t allReduce(std::int64_t ready) {
        Work work;
        work.comm = true;
        return launch("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 23,
                      is("unoverlapped-allreduce") ? varied(scaled(400 * kUs)) : varied(120 * kUs), work, ready,
                      ",\"Collective name\":\"allreduce\",\"In msg nelems\":16777216,\"Out msg nelems\":16777216,"
                      "\"Group size\":8,\"dtype\":\"BFloat16\",\"Process Group Name\":\"0\"");
    }

    void loadData() {
        const std::int64_t begin = m_now;
        const std::int64_t ns = is("input-starvation") ? varied(scaled(3000 * kUs)) : 30 * kUs;
        act(Host::Data, is("input-starvation") ? std::max(m_now, computed()) + ns : m_now + ns);
        write("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", 500, 1, begin, m_now);
    }

    void step(int number) {
        const std::int64_t begin = m_now;
        loadData();
        constexpr int kLayers = 18;
        for (int l = 0; l < kLayers; ++l) {
            compute(l, "aten::linear");
            if (is("sync-stalls"))
                call(Host::Sync, "aten::_local_scalar_dense",
                     m_o.mix == 2 ? "hipStreamSynchronize" : "cudaStreamSynchronize", scaled(60 * kUs));
            if (is("allocator-stalls") && l % 6 == 1) {
                call(Host::Alloc, "aten::empty", m_o.mix == 2 ? "hipFree" : "cudaFree", scaled(300 * kUs));
                call(Host::Alloc, "aten::empty", m_o.mix == 2 ? "hipMalloc" : "cudaMalloc", scaled(200 * kUs));
            }
        }
        m_thread = 2;
        std::int64_t done = 0;
        for (int l = kLayers - 1; l >= 0; --l) {
            const std::int64_t from = m_now;
            compute(l, "aten::mm");
            compute(l, "aten::mm");
            if (m_o.kind != "launch-bound" && m_o.kind != "unoverlapped-allreduce" && l % 3 == 0 && l > 0)
                done = allReduce(computed());
            write("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", 500, 2, from, m_now);
        }
        if (is("unoverlapped-allreduce"))
            for (int b = 0; b < 5; ++b) done = allReduce(computed());
        m_thread = 1;
        for (int i = 0; i < 6; ++i)
            launch("aten::_fused_adamw_",
                   "void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor<float>>(int)", 7, varied(m_kernel),
                   {}, done);
        m_steps.emplace_back(begin, m_now);
        write("user_annotation", fmt::format("ProfilerStep#{}", number + 3), 500, 1, begin, m_now);
        m_now += 2 * kUs;
    }

    using Span = OtherTrace::Span;
    template <class Keep>
    std::vector<Span> unionWhere(Keep keep) const {
        std::vector<Span> all, out;
        for (const Work& w : m_works)
            if (keep(w)) all.emplace_back(w.begin, w.end);
        std::sort(all.begin(), all.end());
        for (const Span& s : all) {
            if (out.empty() || s.first > out.back().second)
                out.push_back(s);
            else
                out.back().second = std::max(out.back().second, s.second);
        }
        return out;
    }
    std::vector<Span> passes() const {
        return unionWhere([](const Work& w) { return w.pass; });
    }
    std::vector<Span> exposed() const {
        std::vector<Span> out;
        const auto compute = unionWhere([](const Work& w) { return !w.comm; });
        for (Span rest : unionWhere([](const Work& w) { return w.comm; })) {
            for (const Span& c : compute) {
                if (c.second <= rest.first || c.first >= rest.second) continue;
                if (c.first > rest.first) out.emplace_back(rest.first, c.first);
                rest.first = std::min(rest.second, c.second);
            }
            if (rest.first < rest.second) out.push_back(rest);
        }
        return out;
    }
    // Gaps whose work was launched late, while the thread that launched it was doing mostly what the kind is about.
    std::vector<Span> gaps() const {
        const Host wanted = is("sync-stalls")        ? Host::Sync
                            : is("allocator-stalls") ? Host::Alloc
                            : is("input-starvation") ? Host::Data
                                                     : Host::Work;
        std::vector<Work> works = m_works;
        std::stable_sort(works.begin(), works.end(), [](const Work& a, const Work& b) { return a.begin < b.begin; });
        std::vector<Span> out;
        std::int64_t end = m_steps.front().first; // the hole before the first work counts
        for (const Work& w : works) {
            const bool late = w.call > end && mostly(end, w) == wanted;
            const bool latency = wanted == Host::Work && w.call <= end && w.callEnd > end;
            if (w.begin > end && (late || latency)) out.emplace_back(end, w.begin);
            end = std::max(end, w.end);
        }
        return out;
    }
    Host mostly(std::int64_t begin, const Work& work) const {
        std::array<std::int64_t, static_cast<std::size_t>(Host::Count_)> sums{};
        for (const Activity& a : m_host)
            if (a.thread == work.thread)
                sums[static_cast<std::size_t>(a.kind)] +=
                    std::max<std::int64_t>(0, std::min(work.call, a.end) - std::max(begin, a.begin));
        return static_cast<Host>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    }

    OtherOptions m_o;
    Mix m_mix;
    std::mt19937_64 m_random;
    std::int64_t m_kernel = 0, m_perOp = 0, m_now = kOrigin;
    int m_thread = 1;
    std::int64_t m_free[32]{};
    std::vector<Work> m_works;
    std::vector<Activity> m_host;
    std::vector<Span> m_steps;
    std::string m_events;
};

} // namespace

std::int64_t OtherTrace::costWithin(const std::vector<Span>& windows) const {
    std::int64_t sum = 0;
    for (const Span& w : windows)
        for (const Span& c : cost)
            sum += std::max<std::int64_t>(0, std::min(w.second, c.second) - std::max(w.first, c.first));
    return sum;
}

OtherTrace otherTrace(const OtherOptions& options) { return Program(options).run(); }

} // namespace lanescope::testing
