#include "core/session/ranks/pipeline_timeline.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace lanescope {
namespace {

using align::CommEvent;
using align::RankGroup;
using align::RankRecord;
using align::RankStep;
using align::StageOpKind;

struct Row { // what a thread's name says
    std::int64_t stage = 0, tensor = 0;
    bool compute = false;
};

bool takeText(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

bool takeNumber(std::string_view& text, std::int64_t& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || out < 0 || out > 1'000'000) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

// "PP rank 3, TP rank 0, pp-comm"
std::optional<Row> rowOf(std::string_view name) {
    Row row;
    if (!takeText(name, "PP rank ") || !takeNumber(name, row.stage)) return std::nullopt;
    if (!takeText(name, ", TP rank ") || !takeNumber(name, row.tensor) || !takeText(name, ", ")) return std::nullopt;
    row.compute = name == "compute";
    return row;
}

std::optional<StageOpKind> stageOpOf(std::string_view name) {
    struct Word {
        std::string_view start;
        StageOpKind kind;
    };
    constexpr Word kWords[] = {{"forward-compute", StageOpKind::Forward},
                               {"backward-compute", StageOpKind::Backward},
                               {"forward-recv", StageOpKind::ForwardTransfer},
                               {"backward-recv", StageOpKind::BackwardTransfer},
                               {"params-all-gather", StageOpKind::GatherParameters},
                               {"layernorm-grads-", StageOpKind::ReduceNorms},
                               {"embedding-grads-", StageOpKind::ReduceEmbeddings},
                               {"grads-", StageOpKind::ReduceGradients},
                               {"optimizer-clip-", StageOpKind::ClipGradients},
                               {"optimizer", StageOpKind::Optimizer}};
    for (const Word& word : kWords)
        if (name.starts_with(word.start)) return word.kind;
    return std::nullopt;
}

using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t>; // stage, replica, tensor rank

std::int64_t numberOf(std::string_view text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() ? out : INT64_MAX;
}

class Timeline {
public:
    Timeline(const TraceStore& store, const std::string& file) : m_store(store), m_file(file) {}

    std::vector<RankRecord> records() {
        nameReplicas();
        for (const Track& track : m_store.tracks()) addTrack(track);
        number();
        std::vector<RankRecord> out;
        for (auto& [place, record] : m_records) {
            finish(record);
            out.push_back(std::move(record));
        }
        return out;
    }

private:
    std::optional<Row> rowOfThread(ThreadId thread) const {
        return rowOf(m_store.text(m_store.threads()[thread.value].name));
    }

    // Processes in the order of their numbers.
    void nameReplicas() {
        std::set<std::pair<std::int64_t, std::string_view>> pids;
        for (const Track& track : m_store.tracks())
            if (rowOfThread(track.thread)) {
                const std::string_view pid = m_store.text(m_store.threads()[track.thread.value].pid);
                pids.emplace(numberOf(pid), pid);
            }
        for (const auto& [value, pid] : pids) {
            const auto replica = static_cast<std::int64_t>(m_replicas.size());
            m_replicas.emplace(pid, replica);
        }
    }

    void addTrack(const Track& track) {
        const auto row = rowOfThread(track.thread);
        if (!row) return;
        const std::int64_t replica = m_replicas.at(m_store.text(m_store.threads()[track.thread.value].pid));
        RankRecord& record = m_records[{row->stage, replica, row->tensor}];
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) addSlice(record, SliceId{track.firstSlice + i});
    }

    void addSlice(RankRecord& record, SliceId slice) {
        const std::string_view name = m_store.name(slice);
        const std::int64_t begin = count(m_store.start(slice)), end = count(m_store.end(slice));
        const bool first = record.begin == record.end;
        record.begin = first ? begin : std::min(record.begin, begin);
        record.end = first ? end : std::max(record.end, end);
        std::string spelled(name);
        std::replace(spelled.begin(), spelled.end(), '-', '_');
        const CollectiveKind kind = collectiveKind(spelled);
        if (name.ends_with("-compute") || name == "optimizer") {
            record.whole.computeNs += end - begin;
            ++record.whole.kernels;
            record.whole.kernelSumNs += end - begin;
            m_compute[&record].push_back(slice);
        } else if (waitsForAll(kind)) {
            CommEvent& event = record.events.emplace_back();
            event.begin = begin;
            event.end = end;
            event.kind = kind;
            event.exposedNs = end - begin;
            event.slice = slice.value;
            event.group = name.starts_with("embedding") ? 1 : name.starts_with("layernorm") ? 2 : 0;
            record.whole.exposedCommNs += end - begin;
            record.whole.commNs += end - begin;
        }
        if (const auto op = stageOpOf(name)) record.ops.push_back({begin, end, -1, *op});
        if (name == "optimizer") m_optimizers[&record].push_back(end);
    }

    // Global ranks and the three groups each is a member of: gradients, embeddings (first and last stage), norms.
    void number() {
        std::int64_t stages = 0, tensors = 0;
        const auto replicas = static_cast<std::int64_t>(m_replicas.size());
        for (const auto& [place, record] : m_records) {
            stages = std::max(stages, std::get<0>(place) + 1);
            tensors = std::max(tensors, std::get<2>(place) + 1);
        }
        const auto rankOf = [&](std::int64_t stage, std::int64_t replica, std::int64_t tensor) {
            return (stage * replicas + replica) * tensors + tensor;
        };
        for (auto& [place, record] : m_records) {
            const auto [stage, replica, tensor] = place;
            record.rank = rankOf(stage, replica, tensor);
            record.worldSize = stages * replicas * tensors;
            record.coordinates = {{"pp", stage}, {"dp", replica}, {"tp", tensor}};
            record.file = m_file;
            RankGroup data{"dp", "data parallel", {}, 0}, embedding{"embedding", "first and last stage", {}, 0},
                norms{"tp", "tensor parallel", {}, 0};
            for (std::int64_t r = 0; r < replicas; ++r) data.members.push_back(rankOf(stage, r, tensor));
            for (const std::int64_t s : {std::int64_t{0}, stages - 1})
                embedding.members.push_back(rankOf(s, replica, tensor));
            for (std::int64_t t = 0; t < tensors; ++t) norms.members.push_back(rankOf(stage, replica, t));
            for (RankGroup* group : {&data, &embedding, &norms})
                group->size = static_cast<std::int64_t>(group->members.size());
            record.groups = {data, embedding, norms};
        }
    }

    void finish(RankRecord& record) {
        record.whole.wallNs = record.end - record.begin;
        record.whole.busyNs = record.whole.computeNs;
        record.whole.idleNs = std::max<std::int64_t>(0, record.whole.wallNs - record.whole.busyNs);
        std::vector<std::int64_t>& ends = m_optimizers[&record];
        std::sort(ends.begin(), ends.end());
        std::int64_t begin = record.begin;
        for (const std::int64_t end : ends) {
            RankStep& step = record.steps.emplace_back();
            step.number = static_cast<std::int64_t>(record.steps.size()) - 1;
            step.begin = begin;
            step.end = begin = end;
            step.figures.wallNs = step.end - step.begin;
        }
        for (const SliceId slice : m_compute[&record]) {
            const std::int32_t at = stepAt(record, count(m_store.start(slice)));
            if (at < 0) continue;
            align::RankFigures& f = record.steps[static_cast<std::size_t>(at)].figures;
            f.computeNs += m_store.duration(slice).count();
            f.kernelSumNs = f.busyNs = f.computeNs;
            f.idleNs = std::max<std::int64_t>(0, f.wallNs - f.busyNs);
            ++f.kernels;
        }
        std::stable_sort(record.events.begin(), record.events.end(),
                         [](const CommEvent& a, const CommEvent& b) { return a.begin < b.begin; });
        for (CommEvent& event : record.events) {
            event.step = stepAt(record, event.begin);
            if (event.step < 0) continue;
            align::RankFigures& f = record.steps[static_cast<std::size_t>(event.step)].figures;
            f.commNs += event.end - event.begin;
            f.exposedCommNs += event.exposedNs;
        }
        std::stable_sort(record.ops.begin(), record.ops.end(),
                         [](const align::StageOp& a, const align::StageOp& b) { return a.begin < b.begin; });
        for (align::StageOp& op : record.ops) op.step = stepAt(record, op.begin);
    }

    static std::int32_t stepAt(const RankRecord& record, std::int64_t time) {
        const auto after = std::upper_bound(record.steps.begin(), record.steps.end(), time,
                                            [](std::int64_t t, const RankStep& step) { return t < step.begin; });
        if (after == record.steps.begin() || time >= std::prev(after)->end) return -1;
        return static_cast<std::int32_t>(std::prev(after) - record.steps.begin());
    }

    const TraceStore& m_store;
    const std::string& m_file;
    std::map<std::string_view, std::int64_t> m_replicas; // by pid
    std::map<Place, RankRecord> m_records;
    std::map<const RankRecord*, std::vector<std::int64_t>> m_optimizers;
    std::map<const RankRecord*, std::vector<SliceId>> m_compute;
};

} // namespace

bool isPipelineTimeline(const TraceStore& store) {
    std::size_t rows = 0, named = 0;
    for (const Track& track : store.tracks()) {
        if (track.sliceCount == 0) continue;
        ++rows;
        named += rowOf(store.text(store.threads()[track.thread.value].name)) ? 1 : 0;
    }
    return named >= 2 && named * 2 > rows;
}

std::vector<RankRecord> recordPipelineTimeline(const TraceStore& store, const std::string& file) {
    return Timeline(store, file).records();
}

} // namespace lanescope
