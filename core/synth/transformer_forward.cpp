// Forward half of the transformer's operators.
#include "core/synth/training.h"

#include <fmt/format.h>

namespace lanescope::synth {

namespace {

constexpr std::int64_t kModuleNs = 5200; // python's share of calling a module

} // namespace

void TransformerParts::allocFor(std::uint32_t slot, std::uint64_t bytes) {
    m_saved[slot] = m_b.newMemory();
    m_b.alloc(m_saved[slot], bytes);
}

void TransformerParts::releaseFor(std::uint32_t slot) {
    if (const auto saved = m_saved.find(slot); saved != m_saved.end()) m_b.release(saved->second);
}

std::uint32_t TransformerParts::linear(std::string_view module, std::uint64_t in, std::uint64_t out) {
    const std::uint32_t slot = m_b.newSeq();
    const std::uint64_t tokens = m_d.tokens();
    Catalog& c = m_b.catalog();
    const std::uint16_t args = c.tensors({{m_d.batch, m_d.sequence, in}, {out, in}, {out}});
    m_b.module(module, m_module++, [&] {
        m_b.busy(kModuleNs);
        m_b.op("aten::linear", args, 3000, 1800, [&] {
            m_b.op("aten::t", c.tensors({{out, in}}), 1500, 700, [&] {
                m_b.op("aten::transpose", c.tensors({{out, in}, {}, {}}), 1100, 600, [&] {
                    m_b.leaf("aten::as_strided", c.tensors({{out, in}, {}, {}, {}}), 700);
                });
            });
            m_b.leaf("aten::view", c.tensors({{m_d.batch, m_d.sequence, in}, {}}), 1000);
            m_b.begin("aten::addmm", c.tensors({{out}, {tokens, in}, {in, out}, {}, {}}), 8200, SeqUse::Define, slot);
            allocFor(slot, tokens * out * 2);
            m_b.kernel(gemmKernel(tokens, out, "TNT"), gemmNs(tokens, out, in), Api::CuLaunchKernelEx);
            m_b.end(2800);
            m_b.leaf("aten::view", c.tensors({{tokens, out}, {}}), 1000);
        });
    });
    return slot;
}

std::uint32_t TransformerParts::layerNorm(std::string_view module) {
    const std::uint32_t slot = m_b.newSeq();
    const std::uint16_t args =
        m_b.catalog().tensors({{m_d.batch, m_d.sequence, m_d.hidden}, {}, {m_d.hidden}, {m_d.hidden}, {}});
    m_b.module(module, m_module++, [&] {
        m_b.busy(kModuleNs);
        m_b.op("aten::layer_norm", args, 2600, 1200, [&] {
            m_b.begin("aten::native_layer_norm", args, 7000, SeqUse::Define, slot);
            allocFor(slot, m_d.tokens() * m_d.hidden * 2);
            m_b.kernel(layerNormKernel(m_d.tokens()), bytesNs(m_d.tokens() * m_d.hidden * 4));
            m_b.end(2600);
        });
    });
    return slot;
}

std::uint32_t TransformerParts::add() {
    const std::uint32_t slot = m_b.newSeq();
    const std::uint64_t n = m_d.tokens() * m_d.hidden;
    const Sizes sizes{m_d.batch, m_d.sequence, m_d.hidden};
    m_b.begin("aten::add", m_b.catalog().tensors({sizes, sizes, {}}), 5200, SeqUse::Define, slot);
    m_b.kernel(elementwiseKernel("at::native::CUDAFunctor_add<c10::BFloat16>", 3, n), bytesNs(n * 6));
    m_b.end(2200);
    return slot;
}

void TransformerParts::flash(LayerSlots& s) {
    const Sizes heads{m_d.batch, m_d.heads, m_d.sequence, m_d.headDim()};
    const std::uint16_t args = m_b.catalog().tensors({heads, heads, heads});
    const std::uint64_t flops = 2 * m_d.batch * m_d.heads * m_d.sequence * m_d.sequence * m_d.headDim(); // causal half
    s.attention = m_b.newSeq();
    for (int i = 0; i < 3; ++i) {
        m_b.leaf("aten::view", tensorArgs(m_d.hidden), 1000);
        m_b.op("aten::transpose", args, 1200, 700, [&] { m_b.leaf("aten::as_strided", args, 700); });
    }
    m_b.op("aten::scaled_dot_product_attention", args, 4200, 1500, [&] {
        m_b.begin("aten::_scaled_dot_product_flash_attention", args, 3500, SeqUse::Define, s.attention);
        m_b.op("aten::_flash_attention_forward", args, 6500, 2600, [&] {
            m_b.api(Api::FuncSetAttribute, 900);
            allocFor(s.attention, m_d.tokens() * m_d.hidden * 2);
            m_b.kernel(flashForwardKernel(m_d), 4000 + static_cast<std::int64_t>(flops / 350'000));
        });
        m_b.end(1500);
    });
}

// The same attention written out: every pass reads and writes the scores in memory.
void TransformerParts::unfusedAttention(LayerSlots& s) {
    const std::uint64_t scores = m_d.batch * m_d.heads * m_d.sequence * m_d.sequence;
    const Sizes heads{m_d.batch * m_d.heads, m_d.sequence, m_d.headDim()};
    const Sizes square{m_d.batch * m_d.heads, m_d.sequence, m_d.sequence};
    Catalog& c = m_b.catalog();
    s.attention = m_b.newSeq();
    m_b.op("aten::bmm", c.tensors({heads, heads}), 7000, 2500, [&] {
        m_b.kernel(gemmKernel(m_d.sequence, m_d.sequence, "TNN"),
                   gemmNs(m_d.sequence * m_d.batch * m_d.heads, m_d.sequence, m_d.headDim()));
    });
    static constexpr std::string_view kOps[] = {"aten::mul", "aten::masked_fill_", "aten::to", "aten::dropout"};
    static constexpr std::string_view kFunctors[] = {
        "at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >",
        "at::native::(anonymous namespace)::masked_fill_kernel(at::TensorIterator&, c10::Scalar "
        "const&)::{lambda()#1}::operator()() const::{lambda()#7}::operator()() const::{lambda(float, bool)#1}",
        "at::native::bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda(float)#1}",
        "at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >"};
    const std::int64_t passes = std::max<std::int64_t>(1, (8 * m_plan.memoryBound + 500) / 1000);
    for (std::int64_t i = 0; i < passes; ++i) {
        const auto k = static_cast<std::size_t>(i) % 4;
        m_b.op(kOps[k], c.tensors({square, {}}, "float"), 5200, 2200,
               [&] { m_b.kernel(unfused(elementwiseKernel(kFunctors[k], 2, scores)), bytesNs(scores * 8)); });
    }
    m_b.op("aten::softmax", c.tensors({square, {}, {}}, "float"), 3000, 1200, [&] {
        m_b.begin("aten::_softmax", c.tensors({square, {}, {}}, "float"), 5200, SeqUse::Define, s.attention);
        m_b.kernel(unfused(softmaxKernel("Forward", m_d.batch * m_d.heads * m_d.sequence)), bytesNs(scores * 8));
        m_b.end(2200);
    });
    m_b.op("aten::bmm", c.tensors({square, heads}), 7000, 2500, [&] {
        m_b.kernel(gemmKernel(m_d.sequence, m_d.headDim(), "NNT"),
                   gemmNs(m_d.sequence * m_d.batch * m_d.heads, m_d.headDim(), m_d.sequence));
    });
}

LayerSlots TransformerParts::layerForward(std::uint64_t layer) {
    LayerSlots s;
    const std::uint64_t h = m_d.hidden;
    const auto nth = [&](std::string_view what, std::uint64_t n) { return fmt::format("nn.Module: {}_{}", what, n); };
    m_b.module(nth("Block", layer), m_module++, [&] {
        m_b.busy(kModuleNs);
        s.norm1 = layerNorm(nth("LayerNorm", 2 * layer));
        s.qkv = linear(nth("Linear", 4 * layer), h, 3 * h);
        m_b.op("aten::split", tensorArgs(3 * h), 2600, 900, [&] {
            for (int i = 0; i < 3; ++i) m_b.leaf("aten::narrow", tensorArgs(3 * h), 1300);
        });
        if (m_plan.memoryBound > 0)
            unfusedAttention(s);
        else
            flash(s);
        s.projection = linear(nth("Linear", 4 * layer + 1), h, h);
        s.add1 = add();
        s.norm2 = layerNorm(nth("LayerNorm", 2 * layer + 1));
        s.up = linear(nth("Linear", 4 * layer + 2), h, 4 * h);
        s.gelu = m_b.newSeq();
        m_b.begin("aten::gelu", tensorArgs(4 * h), 5600, SeqUse::Define, s.gelu);
        m_b.kernel(
            elementwiseKernel("at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
                              "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() "
                              "const::{lambda(c10::BFloat16)#1}",
                              2, m_d.tokens() * 4 * h),
            bytesNs(m_d.tokens() * 4 * h * 4));
        m_b.end(2200);
        s.down = linear(nth("Linear", 4 * layer + 3), 4 * h, h);
        s.add2 = add();
    });
    return s;
}

void TransformerParts::embeddingForward(HeadSlots& s) {
    s.embedding = m_b.newSeq();
    const std::uint16_t args = m_b.catalog().tensors({{m_d.vocabulary, m_d.hidden}, {m_d.batch, m_d.sequence}});
    m_b.module("nn.Module: Embedding_0", m_module++, [&] {
        m_b.busy(kModuleNs);
        m_b.begin("aten::embedding", args, 3000, SeqUse::Define, s.embedding);
        m_b.op("aten::index_select", args, 6000, 2000,
               [&] { m_b.kernel(embeddingKernel("forward", m_d.tokens()), bytesNs(m_d.tokens() * m_d.hidden * 4)); });
        m_b.end(1500);
    });
}

void TransformerParts::headForward(HeadSlots& s) {
    s.norm = layerNorm("nn.Module: LayerNorm_final");
    s.logits = linear("nn.Module: Linear_head", m_d.hidden, m_d.vocabulary);
    const std::uint64_t n = m_d.tokens() * m_d.vocabulary;
    const std::uint16_t args = m_b.catalog().tensors({{m_d.tokens(), m_d.vocabulary}, {m_d.tokens()}});
    s.softmax = m_b.newSeq();
    s.loss = m_b.newSeq();
    m_b.op("aten::cross_entropy_loss", args, 3500, 1500, [&] {
        m_b.begin("aten::log_softmax", args, 5500, SeqUse::Define, s.softmax);
        m_b.kernel(softmaxKernel("Forward", m_d.tokens()), bytesNs(n * 6));
        m_b.end(2200);
        m_b.begin("aten::nll_loss_nd", args, 5500, SeqUse::Define, s.loss);
        m_b.kernel(lossKernel("forward"), 6200);
        m_b.end(2200);
    });
}

} // namespace lanescope::synth
