#include "core/synth/training.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::synth {

namespace {

// Gradient buckets in the order in which backward fills them: two per layer, the last with the embedding.
class Buckets {
public:
    Buckets(ProgramBuilder& builder, const TrainingPlan& plan) : m_b(builder), m_plan(plan) {}

    void ready(std::uint64_t elements) {
        if (m_plan.worldSize < 2) return;
        const std::int64_t total = static_cast<std::int64_t>(2 * m_plan.dims.layers);
        const std::int64_t deferred = (std::min<std::int64_t>(1000, m_plan.deferredComm) * total + 999) / 1000;
        if (m_index++ < deferred)
            m_waiting.push_back(elements);
        else
            reduce(elements, false);
    }
    void flush() {
        for (const std::uint64_t elements : m_waiting) {
            m_b.busy(6000);
            reduce(elements, true);
        }
        m_waiting.clear();
    }

private:
    void reduce(std::uint64_t elements, bool deferred) {
        const std::uint64_t n = m_plan.worldSize;
        CollectiveSpec spec;
        spec.opName = "c10d::allreduce_";
        spec.noteName = "nccl:all_reduce";
        spec.metaName = "allreduce";
        spec.kernel = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
        spec.groupText = m_plan.groupText;
        spec.elements = elements;
        spec.groupSize = static_cast<unsigned>(n);
        // 2(n-1)/n of the bytes at a bus bandwidth of 380 GB/s, and the time to start
        spec.ns = 11'000 + static_cast<std::int64_t>(elements * 2 * 2 * (n - 1) / n / 380);
        if (m_plan.deferredComm > 0) spec.ns += spec.ns * m_plan.deferredComm / 2000; // and no faster for it
        spec.deferred = deferred;
        m_b.collective(spec);
    }

    ProgramBuilder& m_b;
    const TrainingPlan& m_plan;
    std::int64_t m_index = 0;
    std::vector<std::uint64_t> m_waiting;
};

class StepWriter {
public:
    StepWriter(Catalog& catalog, const TrainingPlan& plan)
        : m_b(catalog, plan.frames, plan.hostPermille), m_plan(plan), m_parts(m_b, m_plan), m_buckets(m_b, m_plan) {}

    Program write(std::int64_t stepNs) {
        m_stepNs = stepNs;
        m_b.add(Do::StepBegin);
        m_b.frame("train.py(118): train_step", [&] {
            load();
            forward();
            backward();
            update();
        });
        m_b.add(Do::StepEnd).ns = 1200;
        m_b.busy(3000);
        return m_b.take();
    }

private:
    void load();
    void forward();
    void backward();
    void update();
    void stallOnAllocator();

    ProgramBuilder m_b;
    const TrainingPlan& m_plan;
    TransformerParts m_parts;
    Buckets m_buckets;
    std::int64_t m_stepNs = 0;
    HeadSlots m_head;
    std::vector<LayerSlots> m_layers;
};

void StepWriter::load() {
    m_b.noteBegin("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", Cause::DataLoading);
    m_b.frame("torch/utils/data/dataloader.py(733): __next__", [&] {
        m_b.busy(70'000);
        if (m_plan.input > 0) m_b.busy(m_stepNs * 6 / 10 * m_plan.input / m_plan.hostPermille);
    });
    m_b.noteEnd();
    const Dims& d = m_plan.dims;
    const std::uint16_t args = m_b.catalog().tensors({{d.batch, d.sequence}, {}, {}, {}}, "long int");
    const Direction how = m_plan.input > 0 ? Direction::PageableToDevice : Direction::PinnedToDevice;
    for (int i = 0; i < 2; ++i)
        m_b.op("aten::to", args, 1800, 700, [&] {
            m_b.op("aten::_to_copy", args, 3200, 900,
                   [&] { m_b.op("aten::copy_", args, 4200, 1500, [&] { m_b.copy(how, d.tokens() * 8); }); });
        });
}

void StepWriter::forward() {
    m_b.noteBegin("DistributedDataParallel.forward");
    m_b.module("nn.Module: DistributedDataParallel_0", 0, [&] {
        m_parts.embeddingForward(m_head);
        for (std::uint64_t l = 0; l < m_plan.dims.layers; ++l) {
            m_layers.push_back(m_parts.layerForward(l));
            if (m_plan.alloc > 0 && l == m_plan.dims.layers / 2) stallOnAllocator();
            // "is it finite?" after every block, several times when it is bad
            const std::int64_t checks = (3 * m_plan.sync + 999) / 1000;
            for (std::int64_t i = 0; i < checks; ++i) m_b.item(75'000, 3000);
        }
    });
    m_b.noteEnd();
    m_b.frame("torch/nn/functional.py(3479): cross_entropy", [&] { m_parts.headForward(m_head); });
}

void StepWriter::stallOnAllocator() {
    const std::int64_t rounds = std::max<std::int64_t>(1, 2 * m_plan.alloc / 1000);
    for (std::int64_t i = 0; i < rounds; ++i) {
        m_b.op("aten::empty", m_b.catalog().tensors({{}, {}, {}, {}, {}, {}}), 6000, 3000, [&] {
            Item& free = m_b.add(Do::DeviceFree);
            free.ns = 300'000;
            free.bytes = std::uint64_t{512} << 20;
            Item& malloc = m_b.add(Do::DeviceMalloc);
            malloc.ns = 200'000 + 400'000 * std::min<std::int64_t>(m_plan.alloc, 1000) / 1000;
            malloc.bytes = (std::uint64_t{512} << 20) + (std::uint64_t{2} << 20);
        });
        m_b.busy(4000);
    }
}

void StepWriter::backward() {
    const std::uint64_t h = m_plan.dims.hidden;
    m_b.frame("torch/autograd/graph.py(823): _engine_run_backward", [&] {
        m_b.busy(18'000);
        m_b.add(Do::Thread).a = 1;
        m_parts.headBackward(m_head);
        for (std::size_t i = m_layers.size(); i-- > 0;) {
            m_parts.layerBackwardMlp(m_layers[i]);
            m_buckets.ready(8 * h * h);
            m_parts.layerBackwardAttention(m_layers[i]);
            if (i > 0) m_buckets.ready(4 * h * h);
            if (m_plan.alloc > 500 && i == m_layers.size() / 2) stallOnAllocator();
        }
        m_parts.embeddingBackward(m_head);
        m_buckets.ready(4 * h * h + m_plan.dims.vocabulary * h / 8);
        m_b.add(Do::Thread).a = 0;
    });
    m_buckets.flush();
    if (m_plan.worldSize > 1) m_b.wait(Stream::Compute, m_b.record(Stream::Gradients));
}

void StepWriter::update() {
    m_parts.optimizer(m_plan.dims.layers);
    m_b.noteBegin("Optimizer.zero_grad#AdamW.zero_grad");
    m_b.busy(24'000);
    if (m_plan.input > 0) m_b.busy(m_stepNs * 330 / m_plan.hostPermille);
    m_b.noteEnd();
}

} // namespace

Program trainingStep(Catalog& catalog, const TrainingPlan& plan) {
    const Program measured = StepWriter(catalog, plan).write(0); // to know how long a step is
    return StepWriter(catalog, plan).write(std::max(measured.gpuNs, measured.hostNs));
}

} // namespace lanescope::synth
