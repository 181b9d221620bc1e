// Backward half of the transformer's operators, and the optimizer.
#include "core/synth/training.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::synth {

void TransformerParts::linearBackward(std::uint32_t slot, std::uint64_t in, std::uint64_t out) {
    const std::uint64_t tokens = m_d.tokens();
    Catalog& c = m_b.catalog();
    backwardNode("AddmmBackward0", slot, [&] {
        m_b.leaf("aten::t", c.tensors({{in, out}}), 2200);
        m_b.op("aten::mm", c.tensors({{tokens, out}, {out, in}}), 8000, 2400,
               [&] { m_b.kernel(gemmKernel(tokens, in, "NNT"), gemmNs(tokens, in, out), Api::CuLaunchKernelEx); });
        m_b.leaf("aten::t", c.tensors({{tokens, out}}), 2200);
        m_b.op("aten::mm", c.tensors({{out, tokens}, {tokens, in}}), 8000, 2400,
               [&] { m_b.kernel(gemmKernel(out, in, "NTN"), gemmNs(out, in, tokens), Api::CuLaunchKernelEx); });
        m_b.op("aten::sum", c.tensors({{tokens, out}, {}, {}, {}}), 6000, 2200,
               [&] { m_b.kernel(columnSumKernel(out), bytesNs(tokens * out * 2)); });
    });
    m_b.begin("autograd::engine::evaluate_function: TBackward0", 0, 2600, SeqUse::None, 0);
    m_b.leaf("TBackward0", 0, 2600);
    m_b.end(900);
    accumulateGrad(in * out);
}

void TransformerParts::accumulateGrad(std::uint64_t elements) {
    m_b.begin("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", 0, 2600, SeqUse::None, 0);
    m_b.op("torch::autograd::AccumulateGrad", 0, 2200, 900,
           [&] { m_b.leaf("aten::detach", m_b.catalog().tensors({{elements}}), 2000); });
    m_b.end(900);
}

void TransformerParts::layerNormBackward(std::uint32_t slot) {
    const Sizes x{m_d.batch, m_d.sequence, m_d.hidden};
    backwardNode("NativeLayerNormBackward0", slot, [&] {
        m_b.op("aten::native_layer_norm_backward", m_b.catalog().tensors({x, x, {}, {m_d.hidden}, {m_d.hidden}}), 8000,
               2500, [&] {
                   const std::uint64_t bytes = m_d.tokens() * m_d.hidden * 2;
                   m_b.kernel(layerNormInputGradKernel(m_d.tokens()), bytesNs(bytes * 3));
                   m_b.kernel(layerNormWeightGradKernel(m_d.hidden), bytesNs(bytes * 2));
               });
    });
}

void TransformerParts::residualBackward(std::uint32_t slot) {
    const Sizes x{m_d.batch, m_d.sequence, m_d.hidden};
    const std::uint64_t n = m_d.tokens() * m_d.hidden;
    backwardNode("AddBackward0", slot, [] {});
    m_b.op("aten::add_", m_b.catalog().tensors({x, x, {}}), 4600, 2000,
           [&] { m_b.kernel(elementwiseKernel("at::native::CUDAFunctor_add<c10::BFloat16>", 3, n), bytesNs(n * 6)); });
}

void TransformerParts::flashBackward(const LayerSlots& s) {
    const Sizes heads{m_d.batch, m_d.heads, m_d.sequence, m_d.headDim()};
    const std::uint16_t args = m_b.catalog().tensors({heads, heads, heads, heads});
    const std::uint64_t flops = 5 * m_d.batch * m_d.heads * m_d.sequence * m_d.sequence * m_d.headDim();
    backwardNode("ScaledDotProductFlashAttentionBackward0", s.attention, [&] {
        m_b.op("aten::_scaled_dot_product_flash_attention_backward", args, 4200, 1500, [&] {
            m_b.op("aten::_flash_attention_backward", args, 9000, 3000, [&] {
                const std::uint64_t bytes = m_d.tokens() * m_d.hidden * 2;
                m_b.kernel(flashBackwardDotKernel(m_d), bytesNs(bytes * 2));
                m_b.api(Api::FuncSetAttribute, 900);
                m_b.kernel(flashBackwardKernel(m_d), 4000 + static_cast<std::int64_t>(flops / 300'000));
                m_b.kernel(flashBackwardConvertKernel(m_d), bytesNs(bytes * 3));
            });
        });
    });
}

void TransformerParts::unfusedAttentionBackward(const LayerSlots& s) {
    const std::uint64_t scores = m_d.batch * m_d.heads * m_d.sequence * m_d.sequence;
    const Sizes heads{m_d.batch * m_d.heads, m_d.sequence, m_d.headDim()};
    const Sizes square{m_d.batch * m_d.heads, m_d.sequence, m_d.sequence};
    Catalog& c = m_b.catalog();
    const std::uint64_t rows = m_d.batch * m_d.heads * m_d.sequence;
    const auto bmm = [&](std::uint64_t n, std::uint64_t k, std::string_view layout) {
        m_b.op("aten::bmm", c.tensors({square, heads}), 7000, 2500,
               [&] { m_b.kernel(gemmKernel(m_d.sequence, n, layout), gemmNs(rows, n, k)); });
    };
    m_b.begin("autograd::engine::evaluate_function: BmmBackward0", 0, 3200, SeqUse::None, 0);
    bmm(m_d.sequence, m_d.headDim(), "NTN");
    bmm(m_d.headDim(), m_d.sequence, "TNN");
    m_b.end(1500);
    backwardNode("SoftmaxBackward0", s.attention, [&] {
        m_b.op("aten::_softmax_backward_data", c.tensors({square, square, {}, {}}, "float"), 5200, 2200,
               [&] { m_b.kernel(unfused(softmaxKernel("Backward", rows)), bytesNs(scores * 12)); });
    });
    const std::int64_t passes = std::max<std::int64_t>(1, (8 * m_plan.memoryBound + 500) / 1000);
    for (std::int64_t i = 0; i < passes; ++i)
        m_b.op("aten::mul", c.tensors({square, square}, "float"), 5200, 2200, [&] {
            m_b.kernel(unfused(elementwiseKernel("at::native::BinaryFunctor<float, float, float, "
                                                 "at::native::binary_internal::MulFunctor<float> >",
                                                 3, scores)),
                       bytesNs(scores * 10));
        });
    bmm(m_d.headDim(), m_d.sequence, "NNT");
    bmm(m_d.headDim(), m_d.sequence, "TNT");
}

void TransformerParts::layerBackwardMlp(const LayerSlots& s) {
    const std::uint64_t h = m_d.hidden;
    residualBackward(s.add2);
    linearBackward(s.down, 4 * h, h);
    backwardNode("GeluBackward0", s.gelu, [&] {
        m_b.op("aten::gelu_backward", tensorArgs(4 * h), 5600, 2200, [&] {
            m_b.kernel(
                elementwiseKernel("at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, "
                                  "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()"
                                  "() const::{lambda(c10::BFloat16, c10::BFloat16)#1}",
                                  3, m_d.tokens() * 4 * h),
                bytesNs(m_d.tokens() * 4 * h * 6));
        });
    });
    linearBackward(s.up, h, 4 * h);
    layerNormBackward(s.norm2);
    accumulateGrad(h);
}

void TransformerParts::layerBackwardAttention(const LayerSlots& s) {
    const std::uint64_t h = m_d.hidden;
    residualBackward(s.add1);
    linearBackward(s.projection, h, h);
    if (m_plan.memoryBound > 0)
        unfusedAttentionBackward(s);
    else
        flashBackward(s);
    linearBackward(s.qkv, h, 3 * h);
    layerNormBackward(s.norm1);
    accumulateGrad(h);
}

void TransformerParts::headBackward(const HeadSlots& s) {
    const std::uint64_t n = m_d.tokens() * m_d.vocabulary;
    const std::uint16_t args = m_b.catalog().tensors({{m_d.tokens(), m_d.vocabulary}, {m_d.tokens()}});
    backwardNode("NllLossBackward0", s.loss, [&] {
        m_b.op("aten::nll_loss_backward", args, 5500, 2200, [&] {
            m_b.add(Do::Set).ns = bytesNs(n * 2);
            m_b.program().items.back().bytes = n * 2;
            m_b.kernel(lossKernel("backward"), 4100);
        });
    });
    backwardNode("LogSoftmaxBackward0", s.softmax, [&] {
        m_b.op("aten::_log_softmax_backward_data", args, 5500, 2200,
               [&] { m_b.kernel(softmaxKernel("Backward", m_d.tokens()), bytesNs(n * 8)); });
    });
    linearBackward(s.logits, m_d.hidden, m_d.vocabulary);
    layerNormBackward(s.norm);
}

void TransformerParts::embeddingBackward(const HeadSlots& s) {
    backwardNode("EmbeddingBackward0", s.embedding, [&] {
        m_b.op("aten::embedding_dense_backward", tensorArgs(m_d.hidden), 6000, 2200, [&] {
            m_b.kernel(embeddingKernel("backward", m_d.tokens()), bytesNs(m_d.vocabulary * m_d.hidden * 3));
        });
    });
    accumulateGrad(m_d.vocabulary * m_d.hidden);
}

void TransformerParts::optimizer(std::uint64_t layers) {
    const std::uint64_t elements = layerParameters();
    m_b.noteBegin("Optimizer.step#AdamW.step");
    m_b.frame("torch/optim/adamw.py(150): step", [&] {
        m_b.busy(90'000);
        m_b.op("aten::_foreach_add_", 0, 9000, 2500, [&] {
            m_b.kernel(
                namedKernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::("
                            "anonymous namespace)::TensorListMetadata<1>, at::native::(anonymous "
                            "namespace)::BinaryOpScalarFunctor<float, 1, 1, 0>, std::plus<float>, float>(at::native:"
                            ":(anonymous namespace)::TensorListMetadata<1>, at::native::(anonymous "
                            "namespace)::BinaryOpScalarFunctor<float, 1, 1, 0>, std::plus<float>, float)",
                            80, 512, 32),
                3200);
        });
        m_b.op("aten::_fused_adamw_", 0, 30'000, 6000, [&] {
            for (std::uint64_t i = 0; i < layers; ++i) {
                m_b.busy(2600);
                m_b.kernel(fusedAdamKernel(elements), bytesNs(elements * 20));
            }
        });
    });
    m_b.noteEnd();
}

} // namespace lanescope::synth
