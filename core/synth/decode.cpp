// Inference as a serving engine runs it: a prefill of a new prompt launched operator by operator, then decode steps
// that replay one captured graph. No ProfilerStep marks, as in real captures; each iteration has an annotation of its
// own.
#include "core/synth/plan.h"

#include <fmt/format.h>

namespace lanescope::synth {

namespace {

constexpr std::uint64_t kHidden = 2048, kFeedForward = 6144, kBatch = 16, kVocabulary = 32000;

struct LayerKernel {
    KernelShape shape;
    std::int64_t ns;
};

// The kernels of one layer for so many tokens; weights are read once.
std::vector<LayerKernel> layerKernels(std::uint64_t tokens, bool decode) {
    const auto gemm = [&](std::uint64_t n, std::uint64_t k, std::string_view layout) {
        return LayerKernel{gemmKernel(tokens, n, layout), std::max(gemmNs(tokens, n, k), bytesNs(n * k * 2))};
    };
    const auto small = [&](std::string_view name, std::uint64_t bytes) {
        return LayerKernel{namedKernel(name, static_cast<unsigned>(tokens), 256, 40, 16400), bytesNs(bytes)};
    };
    const std::string_view norm = "void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, "
                                  "__nv_bfloat16*, __nv_bfloat16*, "
                                  "unsigned int, unsigned int, unsigned int, float, float)";
    const std::string_view attention =
        decode
            ? "void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 2u, 8u, 16u, 4u, "
              "2u, flashinfer::DefaultAttention<false, false, false, false>, flashinfer::DecodeParams>(flashinfer::"
              "DecodeParams)"
            : "void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, "
              "128u, 2u, 2u, 8u, 8u, 4u, 1u>, flashinfer::PagedParams>(flashinfer::PagedParams)";
    const std::uint64_t row = tokens * kHidden * 2;
    std::vector<LayerKernel> out;
    out.push_back(small(norm, 3 * row));
    out.push_back(gemm(kHidden + 1024, kHidden, "TNT"));
    out.push_back(
        small("void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u, 8u, 16u, __nv_bfloat16, "
              "long>(__nv_bfloat16*, __nv_bfloat16*, float*, long*, unsigned int)",
              2 * row));
    out.push_back(small("void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, "
                        "(vllm::Fp8KVCacheDataType)0>(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, "
                        "__nv_bfloat16*, long const*, long, long, long, int, int, int)",
                        row));
    const std::int64_t attentionNs = decode ? bytesNs(kBatch * 2048 * 1024 * 2)
                                            : 6000 + static_cast<std::int64_t>(tokens * tokens * kHidden * 2 / 320'000);
    out.push_back({namedKernel(attention, decode ? 128 : 512, 128, 168, 65536), attentionNs});
    out.push_back(gemm(kHidden, kHidden, "NNT"));
    out.push_back(small(norm, 3 * row));
    out.push_back(gemm(2 * kFeedForward, kHidden, "TNT"));
    out.push_back(small("void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16, &(silu(float const&))>("
                        "__nv_bfloat16*, __nv_bfloat16 const*, int)",
                        tokens * kFeedForward * 6));
    out.push_back(gemm(kHidden, kFeedForward, "NNT"));
    return out;
}

class IterationWriter {
public:
    IterationWriter(Catalog& catalog, Frames frames, std::uint64_t layers)
        : m_b(catalog, frames, 1000), m_layers(layers) {}
    Program prefill();
    Program decode(std::int64_t gapStrength);

private:
    void inputs(std::uint64_t tokens);
    std::uint32_t sample();
    void begin(const std::string& name, std::uint32_t prefill) {
        m_b.noteBegin(name);
        m_b.program().items.back().what = Do::PhaseBegin;
        m_b.program().items.back().a = prefill;
    }

    ProgramBuilder m_b;
    std::uint64_t m_layers;
};

void IterationWriter::inputs(std::uint64_t tokens) {
    const std::uint16_t args = m_b.catalog().tensors({{tokens}, {}, {}}, "long int");
    for (int i = 0; i < 3; ++i)
        m_b.op("aten::copy_", args, 3500, 1200, [&] { m_b.copy(Direction::PinnedToDevice, tokens * 8); });
    m_b.op("aten::index_select", args, 4200, 1500,
           [&] { m_b.kernel(embeddingKernel("forward", tokens), bytesNs(tokens * kHidden * 4)); });
}

std::uint32_t IterationWriter::sample() {
    const std::uint16_t args = m_b.catalog().tensors({{kBatch, kVocabulary}, {}});
    m_b.op("aten::softmax", args, 4800, 1500,
           [&] { m_b.kernel(softmaxKernel("Forward", kBatch), bytesNs(kBatch * kVocabulary * 8)); });
    m_b.op("aten::argmax", args, 5200, 1600, [&] {
        m_b.kernel(namedKernel("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                               "at::native::ArgMaxOps<float>, unsigned int, long, 4, 4> >(at::native::ReduceOp<float, "
                               "at::native::ArgMaxOps<float>, unsigned int, long, 4, 4>)",
                               kBatch, 512, 32, 4096),
                   7600);
    });
    m_b.op("aten::copy_", m_b.catalog().tensors({{kBatch}, {kBatch}, {}}, "long int"), 3500, 1200,
           [&] { m_b.copy(Direction::DeviceToPinned, kBatch * 8); });
    return m_b.record(Stream::Compute);
}

Program IterationWriter::prefill() {
    constexpr std::uint64_t kTokens = 2048;
    begin(fmt::format("step[EXTEND bs=1 toks={}]", kTokens), 1);
    m_b.frame("sglang/srt/model_executor/model_runner.py(1820): forward_extend", [&] {
        m_b.busy(60'000);
        inputs(kTokens);
        const std::uint16_t args = m_b.catalog().tensors({{kTokens, kHidden}, {kHidden, kHidden}});
        for (std::uint64_t l = 0; l < m_layers; ++l)
            m_b.module(fmt::format("nn.Module: DecoderLayer_{}", l), static_cast<std::uint32_t>(l), [&] {
                for (const LayerKernel& k : layerKernels(kTokens, false)) {
                    const bool gemm = k.shape.name.starts_with("nvjet");
                    m_b.op(gemm ? "aten::mm" : "sgl_kernel::fused_op", args, gemm ? 9000 : 6000, 2500,
                           [&] { m_b.kernel(k.shape, k.ns, gemm ? Api::CuLaunchKernelEx : Api::LaunchKernelExC); });
                }
            });
        sample();
    });
    m_b.noteEnd();
    m_b.streamSync(Stream::Compute, 9000);
    m_b.busy(40'000);
    return m_b.take();
}

Program IterationWriter::decode(std::int64_t gapStrength) {
    std::vector<GraphNode> nodes;
    for (std::uint64_t l = 0; l < m_layers; ++l)
        for (const LayerKernel& k : layerKernels(kBatch, true)) nodes.push_back({m_b.catalog().kernel(k.shape), k.ns});
    nodes.push_back({m_b.catalog().kernel(gemmKernel(kBatch, kVocabulary, "TNT")), bytesNs(kVocabulary * kHidden * 2)});
    m_b.program().graphs.push_back(std::move(nodes));
    begin(fmt::format("step[DECODE bs={}]", kBatch), 0);
    m_b.frame("sglang/srt/model_executor/cuda_graph_runner.py(760): replay", [&] {
        m_b.busy(45'000);
        inputs(kBatch);
        // Overlapped scheduling waits for the step before; plain scheduling for its own tokens.
        const std::uint32_t before = m_b.record(Stream::Compute);
        Item& launch = m_b.add(Do::Graph);
        launch.ns = 190'000;
        launch.api = Api::GraphLaunch;
        const std::uint32_t tokens = sample();
        Item& wait = m_b.add(Do::EventSync);
        wait.a = gapStrength > 0 ? tokens : before;
        wait.ns = 7000;
        wait.cause = Cause::Synchronisation;
    });
    m_b.noteEnd();
    m_b.busy(30'000 + 250'000 * gapStrength / 1000);
    return m_b.take();
}

} // namespace

Program prefillStep(Catalog& catalog, Frames frames, std::uint64_t layers) {
    return IterationWriter(catalog, frames, layers).prefill();
}

Program decodeStep(Catalog& catalog, Frames frames, std::uint64_t layers, std::int64_t gapStrength) {
    return IterationWriter(catalog, frames, layers).decode(gapStrength);
}

} // namespace lanescope::synth
