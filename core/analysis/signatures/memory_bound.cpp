// d. The GPU is busy moving data: runs of elementwise, norm, softmax, reduction and copy kernels that one fused kernel
// could replace, or one such kernel that dominates. Its cost is the time of these kernels.
#include "core/analysis/findings/tensor_bytes.h"
#include "core/analysis/signatures/signature_parts.h"
#include "core/analysis/signatures/signatures.h"

#include "core/analysis/side_cursor.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

bool isMemoryBound(WorkKind kind) {
    return kind == WorkKind::Elementwise || kind == WorkKind::Norm || kind == WorkKind::Softmax ||
           kind == WorkKind::Reduction || kind == WorkKind::Embedding;
}

struct NameSum {
    std::int64_t ns = 0;
    SliceId longest;
    std::int64_t longestNs = -1;
};

struct KernelSums {
    std::int64_t kernelNs = 0, memoryNs = 0;
    std::map<StringId, NameSum> byName;               // memory-bound kernels
    std::vector<std::pair<Interval, SliceId>> inRuns; // kernels in runs, by stream then start
    std::uint64_t runs = 0;
};

class Sweep {
public:
    Sweep(const TraceFacts& facts, const DeviceFacts& device)
        : m_store(*facts.store), m_facts(facts), m_minRun(static_cast<std::size_t>(facts.limits[Limit::MemoryMinRun])) {
        std::map<std::optional<std::int64_t>, std::vector<SliceId>> streams;
        forEachWorkOnStream(m_store, *device.work, [&](SliceId s, std::optional<std::int64_t> stream) {
            if (m_store.role(s) == Role::Kernel && m_store.duration(s).count() > 0) streams[stream].push_back(s);
        });
        for (auto& [stream, kernels] : streams) {
            std::stable_sort(kernels.begin(), kernels.end(),
                             [this](SliceId a, SliceId b) { return m_store.start(a) < m_store.start(b); });
            for (const SliceId s : kernels) take(s);
            endRun();
        }
    }
    KernelSums totals;

private:
    void take(SliceId s) {
        const Interval at{count(m_store.start(s)), count(m_store.end(s))};
        const WorkKind kind = m_store.kind(s);
        if (!isMemoryBound(kind)) endRun();
        if (!m_facts.isCounted(at)) return;
        if (workClass(kind) == WorkClass::Compute) totals.kernelNs += at.length();
        if (!isMemoryBound(kind)) return;
        totals.memoryNs += at.length();
        m_run.emplace_back(at, s);
        NameSum& sum = totals.byName[m_store.nameId(s)];
        sum.ns += at.length();
        if (at.length() <= sum.longestNs) return;
        sum.longestNs = at.length();
        sum.longest = s;
    }
    void endRun() {
        if (m_run.size() >= m_minRun) {
            ++totals.runs;
            totals.inRuns.insert(totals.inRuns.end(), m_run.begin(), m_run.end());
        }
        m_run.clear();
    }
    const TraceStore& m_store;
    const TraceFacts& m_facts;
    std::size_t m_minRun;
    std::vector<std::pair<Interval, SliceId>> m_run;
};

std::vector<Interval> costly(const KernelSums& totals, const TraceFacts& facts, const DeviceFacts& device,
                             StringId main) {
    std::vector<Interval> out;
    for (const auto& [at, slice] : totals.inRuns) out.push_back(at);
    for (const SliceId s : device.work->work)
        if (facts.store->nameId(s) == main) out.push_back({count(facts.store->start(s)), count(facts.store->end(s))});
    return out;
}

// Stretches of the list that lie close together, for the eye.
void addStretches(Finding& f, const TraceFacts& facts, const IntervalList& list) {
    constexpr std::int64_t kJoinWithinNs = 20'000;
    Interval now{};
    for (const Interval& at : list) {
        if (!facts.isCounted(at)) continue;
        if (now.length() > 0 && at.begin - now.end <= kJoinWithinNs) {
            now.end = at.end;
            continue;
        }
        addRange(f, now);
        now = at;
    }
    addRange(f, now);
}

} // namespace

std::optional<Finding> judgeMemoryBound(const TraceFacts& facts, const DeviceFacts& device) {
    const Sweep sweep(facts, device);
    const KernelSums& t = sweep.totals;
    if (t.byName.empty() || shareOf(t.memoryNs, t.kernelNs) < facts.limits[Limit::MemoryMinShare]) return std::nullopt;
    const auto main = std::max_element(t.byName.begin(), t.byName.end(),
                                       [](const auto& a, const auto& b) { return a.second.ns < b.second.ns; });
    std::int64_t busy = 0;
    for (const std::size_t i : facts.counted) busy += device.numbers[i].busyNs;
    const bool dominates = shareOf(main->second.ns, busy) >= facts.limits[Limit::MemoryMinCostShare];
    const IntervalList own =
        intersect(unionOf(costly(t, facts, device, dominates ? main->first : StringId{})), device.work->compute);
    Finding f;
    for (const FindingWindow& w : facts.windows) f.costPerWindowNs.push_back(lengthWithin(own, w.at.begin, w.at.end));
    const std::int64_t cost = facts.sum(f.costPerWindowNs);
    if (shareOf(cost, busy) < facts.limits[Limit::MemoryMinCostShare] || !costsEnough(facts, f.costPerWindowNs))
        return std::nullopt;

    f.confidence = Confidence::Likely;
    f.evidence = {
        measured("memory_share", "memory-bound kinds, of kernel time", shareOf(t.memoryNs, t.kernelNs), Unit::Ratio),
        measured("cost_of_busy", "in runs or one kernel, of busy time", shareOf(cost, busy), Unit::Ratio),
        measured("runs", "runs of neighbours", static_cast<std::int64_t>(t.runs), Unit::Count)};
    Evidence top = measured("kernel", "most in", std::string(facts.store->name(main->second.longest)), Unit::Text);
    top.slices = {main->second.longest};
    f.evidence.push_back(std::move(top));
    f.evidence.push_back(
        measured("kernel_share", "of kernel time in it", shareOf(main->second.ns, t.kernelNs), Unit::Ratio));
    if (const auto rate = tensorRate(*facts.store, main->second.longest)) {
        const auto peak = memoryBandwidth(*facts.store);
        const bool near = peak && rate->bytesPerSecond >= *peak * facts.limits[Limit::MemoryMinRate];
        f.evidence.push_back(tested("rate", "bytes of its shapes over its time", rate->bytesPerSecond,
                                    Unit::BytesPerSecond, peak ? confirmsIf(near) : EvidenceRole::Measures));
        if (peak)
            f.evidence.push_back(measured("bandwidth", "memory bandwidth of the device", *peak, Unit::BytesPerSecond));
        if (near) f.confidence = Confidence::Confirmed;
    } else {
        f.lowered.push_back("no shapes: bytes and rates of the kernels are not known");
    }
    if (shareOf(busy, facts.countedNs) < facts.limits[Limit::MemoryMinBusy])
        lower(f, Confidence::Possible, "the GPU is idle for most of the time: that matters more");
    lowerForWindows(f, facts);
    for (const auto& [at, slice] : t.inRuns) addSlice(f, slice);
    if (dominates) addSlice(f, main->second.longest);
    addStretches(f, facts, own);
    return f;
}

} // namespace lanescope
