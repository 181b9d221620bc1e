#include "core/analysis/sequences/sequences.h"

#include "core/analysis/run_merge.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr int kMaxAncestors = 4096; // a bound, not a rule

struct OpWork { // a kernel below an operator
    std::uint32_t op;
    std::uint32_t order; // of start among the kernels of the device
};

std::vector<OpWork> worksOfOps(const TraceStore& store, const std::vector<SliceId>& kernels, RunContext& context) {
    std::vector<OpWork> out;
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return out;
        std::optional<SliceId> at = store.launchOf(kernels[i]);
        for (int depth = 0; at && depth < kMaxAncestors; ++depth, at = store.parent(*at))
            if (store.role(*at) == Role::CpuOp) out.push_back({at->value, i});
    }
    sortStoppable(
        out, [](const OpWork& a, const OpWork& b) { return a.op != b.op ? a.op < b.op : a.order < b.order; },
        context.stopToken());
    return out;
}

struct OpKernels { // the kernels of an operator: works[first, last)
    std::uint32_t op = 0;
    std::size_t first = 0, last = 0;
    bool gaveWay = false; // to an operator inside that all of them come from
};

std::vector<OpKernels> operatorsOf(const TraceStore& store, const std::vector<OpWork>& works, RunContext& context) {
    std::vector<OpKernels> out;
    for (std::size_t begin = 0, end = 0; begin < works.size(); begin = end) {
        while (end < works.size() && works[end].op == works[begin].op) ++end;
        out.push_back({works[begin].op, begin, end});
    }
    // An operator has at least the kernels of each inside it: the next one around decides, those further out follow.
    std::size_t looked = 0;
    for (const OpKernels& inner : out) {
        if (looked++ % 16'384 == 0 && context.stopRequested()) return {};
        std::optional<SliceId> at = store.parent(SliceId{inner.op});
        for (int depth = 0; at && store.role(*at) != Role::CpuOp && depth < kMaxAncestors; ++depth)
            at = store.parent(*at);
        if (!at) continue;
        const auto around = std::lower_bound(out.begin(), out.end(), at->value,
                                             [](const OpKernels& o, std::uint32_t op) { return o.op < op; });
        if (around == out.end() || around->op != at->value) continue;
        if (around->last - around->first == inner.last - inner.first) around->gaveWay = true;
    }
    return out;
}

} // namespace

namespace {

struct Key { // the name of the operator, and the names of its kernels
    std::uint32_t op = 0;
    std::vector<StringId> names;
    bool operator==(const Key&) const = default;
};
struct KeyHash {
    std::size_t operator()(const Key& key) const {
        std::uint64_t hash = key.op;
        for (const StringId name : key.names) hash = (hash ^ name.value) * 0x9e3779b97f4a7c15u + (hash >> 29);
        return hash;
    }
};

} // namespace

std::vector<Sequence> operatorSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    std::vector<SliceId> kernels;
    for (const SliceId s : device.work->work)
        if (isKernelInside(store, s, device)) kernels.push_back(s);
    sortByStart(store, kernels, context.stopToken());
    if (context.stopRequested()) return {};
    const std::vector<OpWork> works = worksOfOps(store, kernels, context);
    if (context.stopRequested()) return {};
    std::unordered_map<Key, Sequence, KeyHash> found;
    Key key;
    std::size_t looked = 0;
    for (const auto& [opRow, begin, end, gaveWay] : operatorsOf(store, works, context)) {
        if (looked++ % 16'384 == 0 && context.stopRequested()) return {};
        if (end - begin < 2 || end - begin > kMaxSequenceNames || gaveWay) continue;
        const SliceId op{opRow};
        key.op = store.nameId(op).value;
        key.names.clear();
        std::int64_t ns = 0, gaps = 0, reached = count(store.end(kernels[works[begin].order]));
        for (std::size_t i = begin; i < end; ++i) {
            const SliceId kernel = kernels[works[i].order];
            key.names.push_back(store.nameId(kernel));
            ns += store.duration(kernel).count();
            gaps += std::max<std::int64_t>(0, count(store.start(kernel)) - reached);
            reached = std::max(reached, count(store.end(kernel)));
        }
        const auto it = found.try_emplace(key).first;
        Sequence& sequence = it->second;
        const SliceId first = kernels[works[begin].order];
        if (sequence.count == 0 || store.start(first) < store.start(sequence.first[0])) {
            sequence.first.clear();
            for (std::size_t i = begin; i < end; ++i) sequence.first.push_back(kernels[works[i].order]);
        }
        ++sequence.count;
        sequence.kernelNs += ns;
        sequence.gapNs += gaps;
        sequence.opNs += store.duration(op).count();
    }
    std::vector<Sequence> out;
    for (auto& [names, sequence] : found) {
        if (sequence.count < kSequenceFrom) continue;
        sequence.op = store.text(StringId{names.op});
        sequence.names = names.names;
        out.push_back(std::move(sequence));
    }
    sortSequences(store, out);
    return out;
}

} // namespace lanescope
