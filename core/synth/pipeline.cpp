// Pipeline parallelism with the one-forward-one-backward schedule: each rank is a stage; neighbours exchange
// activations and gradients in pairs, all stages meet in one small all-reduce before the optimizer.
#include "core/synth/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace lanescope::synth {

namespace {

std::string groupText(std::string_view name, std::string_view description, unsigned n) {
    return fmt::format(
        "\"Process Group Name\": \"{}\", \"Process Group Description\": \"{}\", \"Process Group Ranks\": "
        "\"{}\"",
        name, description, rankList(n));
}

struct Stage {
    unsigned index = 0, count = 1;
    bool first() const { return index == 0; }
    bool last() const { return index + 1 == count; }
};

class StageWriter {
public:
    StageWriter(Catalog& catalog, const TrainingPlan& plan, Stage stage, unsigned microbatches)
        : m_b(catalog, plan.frames, plan.hostPermille),
          m_plan(plan),
          m_parts(m_b, m_plan),
          m_stage(stage),
          m_microbatches(microbatches) {}
    Program write();

private:
    enum class Mode { Send, Receive };
    struct Saved {
        std::vector<LayerSlots> layers;
        HeadSlots head;
    };
    void forward();
    void backward();
    void next(Mode mode) { exchange(m_stage.index, m_stage.index + 1, mode); }
    void previous(Mode mode) { exchange(m_stage.index - 1, m_stage.index - 1, mode); }
    void exchange(unsigned pair, unsigned peer, Mode mode);
    void schedule();
    void finish();

    ProgramBuilder m_b;
    const TrainingPlan& m_plan;
    TransformerParts m_parts;
    Stage m_stage;
    unsigned m_microbatches;
    std::deque<Saved> m_inFlight;
};

void StageWriter::exchange(unsigned pair, unsigned peer, Mode mode) {
    const std::uint64_t elements = m_plan.dims.tokens() * m_plan.dims.hidden;
    const bool send = mode == Mode::Send;
    const std::string note = send ? fmt::format("nccl:send {}->{}", m_stage.index, peer)
                                  : fmt::format("nccl:recv {}<-{}", m_stage.index, peer);
    CollectiveSpec spec;
    spec.opName = send ? "c10d::send" : "c10d::recv_";
    spec.noteName = note;
    spec.metaName = send ? "send" : "recv";
    spec.kernel = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
    spec.group = 1 + pair;
    spec.groupText = groupText("1", "PIPELINE_MODEL_PARALLEL_GROUP", m_stage.count);
    spec.groupSize = m_stage.count;
    spec.elements = elements;
    spec.ns = 9000 + static_cast<std::int64_t>(elements * 2 / 220);
    spec.stream = Stream::PointToPoint;
    spec.extra =
        fmt::format(", \"Src Rank\": {}, \"Dst Rank\": {}", send ? m_stage.index : peer, send ? peer : m_stage.index);
    m_b.collective(spec);
    m_b.wait(Stream::Compute, m_b.record(Stream::PointToPoint));
}

void StageWriter::forward() {
    Saved saved;
    m_b.frame("megatron/core/pipeline_parallel/schedules.py(243): forward_step", [&] {
        if (m_stage.first()) m_parts.embeddingForward(saved.head);
        for (std::uint64_t l = 0; l < m_plan.dims.layers; ++l)
            saved.layers.push_back(m_parts.layerForward(m_stage.index * m_plan.dims.layers + l));
        if (m_stage.last()) m_parts.headForward(saved.head);
    });
    m_inFlight.push_back(std::move(saved));
}

void StageWriter::backward() {
    const Saved saved = std::move(m_inFlight.front());
    m_inFlight.pop_front();
    m_b.frame("megatron/core/pipeline_parallel/schedules.py(370): backward_step", [&] {
        m_b.busy(14'000);
        m_b.add(Do::Thread).a = 1;
        if (m_stage.last()) m_parts.headBackward(saved.head);
        for (std::size_t i = saved.layers.size(); i-- > 0;) {
            m_parts.layerBackwardMlp(saved.layers[i]);
            m_parts.layerBackwardAttention(saved.layers[i]);
        }
        if (m_stage.first()) m_parts.embeddingBackward(saved.head);
        m_b.add(Do::Thread).a = 0;
    });
}

// Warm-up forwards, then one forward and one backward in turn, then the remaining backwards. In the middle part the
// exchange with a neighbour carries both directions at once, so both sides meet equally often.
void StageWriter::schedule() {
    const unsigned warm = std::min(m_stage.count - 1 - m_stage.index, m_microbatches);
    const unsigned steady = m_microbatches - warm;
    for (unsigned i = 0; i < warm; ++i) {
        if (!m_stage.first()) previous(Mode::Receive);
        forward();
        next(Mode::Send);
    }
    if (steady > 0 && !m_stage.first()) previous(Mode::Receive);
    for (unsigned i = 0; i < steady; ++i) {
        forward();
        if (!m_stage.last()) next(Mode::Send);
        backward();
        if (!m_stage.first()) previous(i + 1 < steady ? Mode::Receive : Mode::Send);
    }
    for (unsigned i = 0; i < warm; ++i) {
        next(Mode::Receive);
        backward();
        if (!m_stage.first()) previous(Mode::Send);
    }
}

void StageWriter::finish() {
    CollectiveSpec spec;
    spec.opName = "c10d::allreduce_";
    spec.noteName = "nccl:all_reduce";
    spec.metaName = "allreduce";
    spec.kernel = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
    spec.groupText = groupText("0", "default_pg", m_stage.count);
    spec.elements = 1024;
    spec.groupSize = m_stage.count;
    spec.ns = 14'000;
    m_b.collective(spec);
    m_b.wait(Stream::Compute, m_b.record(Stream::Gradients));
    m_parts.optimizer(m_plan.dims.layers);
}

Program StageWriter::write() {
    m_b.add(Do::StepBegin);
    m_b.frame("pretrain_gpt.py(201): train_step", [&] {
        m_b.noteBegin("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", Cause::DataLoading);
        m_b.busy(40'000);
        m_b.noteEnd();
        schedule();
        finish();
    });
    m_b.add(Do::StepEnd).ns = 1200;
    m_b.busy(3000);
    return m_b.take();
}

} // namespace

Program pipelineStep(Catalog& catalog, const TrainingPlan& plan, unsigned stage, unsigned stages,
                     unsigned microbatches) {
    return StageWriter(catalog, plan, {stage, stages}, microbatches).write();
}

void planPipeline(Plan& plan) {
    const std::int64_t m = (4000 + plan.faults.pipeline / 2) / plan.faults.pipeline;
    plan.microbatches = static_cast<unsigned>(std::clamp<std::int64_t>(m, 2, 32));
    plan.defaultSteps = 3;
    TrainingPlan t = trainingPlan(plan);
    t.dims.layers = std::max<std::uint64_t>(1, plan.layers / 4);
    t.dims.vocabulary = 2048; // so that the last stage is hardly longer than the others
    plan.groups.resize(plan.ranks);
    for (unsigned s = 0; s < plan.ranks; ++s) {
        plan.programs.push_back(pipelineStep(plan.catalog, t, s, plan.ranks, plan.microbatches));
        plan.programOfRank.push_back(s);
        plan.groups[0].push_back(s);
        if (s > 0) plan.groups[s] = {s - 1, s};
    }
    plan.groupsText = fmt::format(
        "\"pg_count\": 2, \"pg_config\": [{{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"backend_config\": "
        "\"cuda:nccl\", \"pg_size\": {0}, \"ranks\": {1}}}, {{\"pg_name\": \"1\", \"pg_desc\": "
        "\"PIPELINE_MODEL_PARALLEL_GROUP\", \"backend_config\": \"cuda:nccl\", \"pg_size\": {0}, \"ranks\": {1}}}]",
        plan.ranks, rankList(plan.ranks));
}

} // namespace lanescope::synth
