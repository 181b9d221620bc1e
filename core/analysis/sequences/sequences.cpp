#include "core/analysis/sequences/sequences.h"

#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lanescope {

namespace {

constexpr int kMaxAncestors = 4096; // a bound, not a rule

bool startsInside(const TraceStore& store, SliceId s, const WindowedDevice& device) {
    const std::int64_t start = count(store.start(s));
    return store.role(s) == Role::Kernel && start >= device.beginNs && start < device.endNs;
}

void sortSequences(const TraceStore& store, std::vector<Sequence>& all) {
    std::sort(all.begin(), all.end(), [&store](const Sequence& a, const Sequence& b) {
        if (a.gapNs != b.gapNs) return a.gapNs > b.gapNs;
        if (a.kernelNs != b.kernelNs) return a.kernelNs > b.kernelNs;
        if (a.op != b.op) return a.op < b.op;
        return std::lexicographical_compare(a.names.begin(), a.names.end(), b.names.begin(), b.names.end(),
                                            [&store](StringId x, StringId y) { return store.text(x) < store.text(y); });
    });
}

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
    std::sort(out.begin(), out.end(),
              [](const OpWork& a, const OpWork& b) { return a.op != b.op ? a.op < b.op : a.order < b.order; });
    return out;
}

// Operators all of whose kernels come from one operator inside: they have as many kernels as it has.
std::unordered_set<std::uint32_t> wrappers(const TraceStore& store, const std::vector<OpWork>& works) {
    std::unordered_map<std::uint32_t, std::size_t> counts;
    for (const OpWork& w : works) ++counts[w.op];
    std::unordered_set<std::uint32_t> out;
    for (const auto& [op, n] : counts) {
        std::optional<SliceId> at = store.parent(SliceId{op});
        for (int depth = 0; at && depth < kMaxAncestors; ++depth, at = store.parent(*at)) {
            if (store.role(*at) != Role::CpuOp) continue;
            const auto above = counts.find(at->value);
            if (above != counts.end() && above->second == n) out.insert(at->value);
        }
    }
    return out;
}

} // namespace

std::vector<Sequence> operatorSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    std::vector<SliceId> kernels;
    for (const SliceId s : device.work->work)
        if (startsInside(store, s, device)) kernels.push_back(s);
    const std::vector<OpWork> works = worksOfOps(store, kernels, context);
    if (context.stopRequested()) return {};
    const auto skipped = wrappers(store, works);
    std::map<std::pair<std::uint32_t, std::vector<StringId>>, Sequence> found; // by name of the op and kernels
    for (std::size_t begin = 0, end = 0; begin < works.size(); begin = end) {
        while (end < works.size() && works[end].op == works[begin].op) ++end;
        if (end - begin < 2 || end - begin > kMaxSequenceNames || skipped.contains(works[begin].op)) continue;
        std::vector<StringId> names;
        std::vector<SliceId> slices;
        std::int64_t ns = 0, gaps = 0, reached = count(store.end(kernels[works[begin].order]));
        for (std::size_t i = begin; i < end; ++i) {
            const SliceId kernel = kernels[works[i].order];
            names.push_back(store.nameId(kernel));
            slices.push_back(kernel);
            ns += store.duration(kernel).count();
            gaps += std::max<std::int64_t>(0, count(store.start(kernel)) - reached);
            reached = std::max(reached, count(store.end(kernel)));
        }
        const SliceId op{works[begin].op};
        Sequence& sequence = found[{store.nameId(op).value, names}];
        const bool earlier = sequence.count == 0 || store.start(slices[0]) < store.start(sequence.first[0]);
        if (earlier) sequence.first = std::move(slices);
        ++sequence.count;
        sequence.kernelNs += ns;
        sequence.gapNs += gaps;
        sequence.opNs += store.duration(op).count();
    }
    std::vector<Sequence> out;
    for (auto& [key, sequence] : found) {
        if (sequence.count < kSequenceFrom) continue;
        sequence.op = store.text(StringId{key.first});
        sequence.names = key.second;
        out.push_back(std::move(sequence));
    }
    sortSequences(store, out);
    return out;
}

namespace {

struct Found {
    Sequence sequence;
    std::size_t lastEnd = 0; // one past the last occurrence on the stream that is looked at
    std::size_t stream = 0;
};
using Grams = std::unordered_map<std::uint64_t, Found>; // by hash of the names

std::uint64_t mixed(std::uint64_t hash, std::uint32_t name) {
    hash ^= name + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdu;
}

bool sameNames(const TraceStore& store, const Sequence& s, const std::vector<SliceId>& kernels, std::size_t at) {
    for (std::size_t i = 0; i < s.names.size(); ++i)
        if (store.nameId(kernels[at + i]) != s.names[i]) return false;
    return true;
}

void addGram(const TraceStore& store, Grams& grams, const std::vector<SliceId>& kernels, std::size_t stream,
             std::size_t at, std::size_t n, std::uint64_t hash) {
    Found& found = grams[hash];
    Sequence& s = found.sequence;
    if (s.count == 0) {
        for (std::size_t i = at; i < at + n; ++i) {
            s.names.push_back(store.nameId(kernels[i]));
            s.first.push_back(kernels[i]);
        }
    } else if (s.names.size() != n || !sameNames(store, s, kernels, at)) {
        return; // two sequences of one hash: the first one counts
    } else if (found.stream == stream && at < found.lastEnd) {
        return; // overlaps the one before
    }
    found.stream = stream;
    found.lastEnd = at + n;
    ++s.count;
    for (std::size_t i = at; i < at + n; ++i) {
        s.kernelNs += store.duration(kernels[i]).count();
        if (i > at) s.gapNs += std::max<std::int64_t>(0, (store.start(kernels[i]) - store.end(kernels[i - 1])).count());
    }
}

std::uint64_t hashOf(std::span<const StringId> names) {
    std::uint64_t hash = names.size();
    for (const StringId name : names) hash = mixed(hash, name.value);
    return hash;
}

} // namespace

std::vector<Sequence> streamSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    std::map<std::optional<std::int64_t>, std::vector<SliceId>> streams;
    forEachWorkOnStream(store, *device.work, [&](SliceId s, std::optional<std::int64_t> stream) {
        if (startsInside(store, s, device)) streams[stream].push_back(s);
    });
    Grams grams;
    std::size_t number = 0;
    for (auto& [stream, kernels] : streams) {
        ++number;
        std::sort(kernels.begin(), kernels.end(), [&store](SliceId a, SliceId b) {
            return store.start(a) != store.start(b) ? store.start(a) < store.start(b)
                                                    : store.eventOffset(a) < store.eventOffset(b);
        });
        for (std::size_t n = 2; n <= kMaxStreamSequence; ++n)
            for (std::size_t at = 0; at + n <= kernels.size(); ++at) {
                if (at % 16'384 == 0 && context.stopRequested()) return {};
                std::uint64_t hash = n;
                for (std::size_t i = at; i < at + n; ++i) hash = mixed(hash, store.nameId(kernels[i]).value);
                addGram(store, grams, kernels, number, at, n, hash);
            }
    }
    std::unordered_set<std::uint64_t> parts; // of a longer one with as many occurrences
    for (const auto& [hash, found] : grams) {
        const std::span<const StringId> names = found.sequence.names;
        if (names.size() < 3 || found.sequence.count < kSequenceFrom) continue;
        for (const auto shorter : {names.first(names.size() - 1), names.last(names.size() - 1)}) {
            const auto part = grams.find(hashOf(shorter));
            if (part != grams.end() && part->second.sequence.count == found.sequence.count) parts.insert(part->first);
        }
    }
    std::vector<Sequence> out;
    for (auto& [hash, found] : grams)
        if (found.sequence.count >= kSequenceFrom && !parts.contains(hash)) out.push_back(std::move(found.sequence));
    sortSequences(store, out);
    return out;
}

} // namespace lanescope
