// One step of training a transformer with distributed data parallelism, and what can go wrong in it. Immutable inputs.
#pragma once

#include "core/synth/model.h"
#include "core/synth/program_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope::synth {

struct TrainingPlan {
    Dims dims;
    Frames frames = Frames::Without;
    unsigned hostPermille = 1000;
    unsigned worldSize = 1; // 1 = no gradient exchange
    std::string groupText;  // of the default process group
    // strengths in thousandths, 0 = none
    std::int64_t input = 0, sync = 0, alloc = 0, deferredComm = 0, memoryBound = 0;
};

Program trainingStep(Catalog& catalog, const TrainingPlan& plan);

// The parts, for pipelines too. Slots of autograd sequence numbers of one layer's forward, used by its backward.
struct LayerSlots {
    std::uint32_t norm1 = 0, qkv = 0, attention = 0, projection = 0, add1 = 0, norm2 = 0, up = 0, gelu = 0, down = 0,
                  add2 = 0;
};
struct HeadSlots {
    std::uint32_t embedding = 0, norm = 0, logits = 0, softmax = 0, loss = 0;
};

class TransformerParts {
public:
    TransformerParts(ProgramBuilder& builder, const TrainingPlan& plan) : m_b(builder), m_plan(plan), m_d(plan.dims) {}
    LayerSlots layerForward(std::uint64_t layer);
    void layerBackwardMlp(const LayerSlots& s);
    void layerBackwardAttention(const LayerSlots& s);
    void embeddingForward(HeadSlots& s);
    void headForward(HeadSlots& s);
    void headBackward(const HeadSlots& s);
    void embeddingBackward(const HeadSlots& s);
    void accumulateGrad(std::uint64_t elements);
    void optimizer(std::uint64_t layers);
    std::uint64_t layerParameters() const { return 12 * m_d.hidden * m_d.hidden; }

private:
    std::uint32_t linear(std::string_view module, std::uint64_t in, std::uint64_t out);
    void linearBackward(std::uint32_t slot, std::uint64_t in, std::uint64_t out);
    std::uint32_t layerNorm(std::string_view module);
    void layerNormBackward(std::uint32_t slot);
    std::uint32_t add();
    void flash(LayerSlots& s);
    void flashBackward(const LayerSlots& s);
    void unfusedAttention(LayerSlots& s);
    void unfusedAttentionBackward(const LayerSlots& s);
    void residualBackward(std::uint32_t slot);
    void allocFor(std::uint32_t slot, std::uint64_t bytes);
    void releaseFor(std::uint32_t slot);
    template <class Body>
    void backwardNode(std::string_view node, std::uint32_t slot, Body&& body);
    std::uint16_t tensorArgs(std::uint64_t width) { return m_b.catalog().tensors({{m_d.batch, m_d.sequence, width}}); }

    ProgramBuilder& m_b;
    const TrainingPlan& m_plan;
    const Dims& m_d;
    std::uint32_t m_module = 0;
    std::map<std::uint32_t, std::uint32_t> m_saved; // memory slot of what an operator keeps for its backward
};

template <class Body>
void TransformerParts::backwardNode(std::string_view node, std::uint32_t slot, Body&& body) {
    m_b.begin("autograd::engine::evaluate_function: " + std::string(node), 0, 3200, SeqUse::Mention, slot);
    m_b.begin(node, 0, 2600, SeqUse::Use, slot);
    std::forward<Body>(body)();
    m_b.end(1100);
    releaseFor(slot);
    m_b.end(1500);
}

} // namespace lanescope::synth
