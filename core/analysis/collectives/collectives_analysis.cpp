// Collectives of one rank: how long, how much of it no compute covered, and what covered the rest.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/collectives/collective_args.h"
#include "core/analysis/launches/launch_index.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

struct Collective {
    SliceId slice;
    CollectiveArgs args;
    std::string group;
    std::optional<CollectiveSize> size;
    std::int64_t ns = 0, exposedNs = 0; // inside the window
    std::optional<SliceId> cover;       // the compute kernel that covers most of it
    std::int64_t coverNs = 0;
};

// Compute kernels of a device by start, and how far the ones before reach: what covers a span is found by halving.
class Computing {
public:
    Computing(const TraceStore& store, const DeviceWork& work) : m_store(store) {
        std::int64_t reach = INT64_MIN;
        for (const SliceId s : work.work) {
            if (workClass(store.kind(s)) != WorkClass::Compute) continue;
            m_slices.push_back(s);
            reach = std::max(reach, count(store.end(s)));
            m_reach.push_back(reach);
        }
    }
    template <class Use>
    void forEachTouching(std::int64_t begin, std::int64_t end, Use use) const {
        const auto from = std::upper_bound(m_reach.begin(), m_reach.end(), begin);
        for (auto i = static_cast<std::size_t>(from - m_reach.begin()); i < m_slices.size(); ++i) {
            const std::int64_t start = count(m_store.start(m_slices[i]));
            if (start >= end) return;
            const std::int64_t ns = std::min(count(m_store.end(m_slices[i])), end) - std::max(start, begin);
            if (ns > 0) use(m_slices[i], ns);
        }
    }

private:
    const TraceStore& m_store;
    std::vector<SliceId> m_slices;
    std::vector<std::int64_t> m_reach;
};

std::string groupOf(const CollectiveArgs& args) {
    return std::string(args.groupDescription.empty() ? args.groupName : args.groupDescription);
}

std::vector<Collective> collectivesOf(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    std::vector<Collective> out;
    const Computing computing(store, *device.work);
    for (const SliceId s : device.work->work) {
        if (out.size() % 1'024 == 0 && context.stopRequested()) return out;
        if (workClass(store.kind(s)) != WorkClass::Communication) continue;
        const std::int64_t begin = std::max(count(store.start(s)), device.beginNs);
        const std::int64_t end = std::min(count(store.end(s)), device.endNs);
        const bool point = store.duration(s).count() == 0 && begin >= device.beginNs && begin <= device.endNs;
        if (begin >= end && !point) continue;
        Collective c;
        c.slice = s;
        c.args = collectiveArgs(store, s);
        c.group = groupOf(c.args);
        c.size = collectiveSize(c.args, store.duration(s).count());
        c.ns = std::max<std::int64_t>(0, end - begin);
        c.exposedNs = c.ns - lengthWithin(device.work->compute, begin, end);
        computing.forEachTouching(begin, end, [&](SliceId kernel, std::int64_t ns) {
            if (ns <= c.coverNs) return;
            c.coverNs = ns;
            c.cover = kernel;
        });
        out.push_back(std::move(c));
    }
    return out;
}

std::string wordOf(const Collective& c) { return std::string(collectiveWord(c.args.kind)); }

struct Sum {
    std::uint64_t count = 0, sized = 0;
    std::int64_t ns = 0, exposedNs = 0, bytes = 0, sizedNs = 0;
    double busBytes = 0; // bus rate x time of those with a rate
    std::int64_t busNs = 0;
    std::vector<SliceId> slices;
};

Table byKind(const TraceStore& store, std::span<const WindowedDevice> devices,
             const std::vector<std::vector<Collective>>& all) {
    Table out = makeTable(store, "collectives_by_kind", "Collectives by kind and group",
                          {{"device", "device", Unit::Text},
                           {"kind", "collective", Unit::Text},
                           {"group", "group", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"total_ns", "total", Unit::Nanoseconds},
                           {"exposed_ns", "exposed", Unit::Nanoseconds},
                           {"covered_share", "covered", Unit::Ratio},
                           {"bytes", "bytes", Unit::Bytes},
                           {"algorithm_rate", "algorithm rate", Unit::BytesPerSecond},
                           {"bus_rate", "bus rate", Unit::BytesPerSecond}});
    for (std::size_t d = 0; d < devices.size(); ++d) {
        std::map<std::pair<std::string, std::string>, Sum> sums;
        for (const Collective& c : all[d]) {
            Sum& sum = sums[{wordOf(c), c.group}];
            ++sum.count;
            sum.ns += c.ns;
            sum.exposedNs += c.exposedNs;
            if (c.size) {
                const std::int64_t whole = store.duration(c.slice).count();
                ++sum.sized;
                sum.bytes += c.size->bytes;
                sum.sizedNs += whole;
                if (c.size->busRate) {
                    sum.busBytes += *c.size->busRate * static_cast<double>(whole);
                    sum.busNs += whole;
                }
            }
            if (sum.slices.size() < kMaxRowSlices) sum.slices.push_back(c.slice);
        }
        std::vector<std::pair<std::pair<std::string, std::string>, Sum*>> order;
        for (auto& [key, sum] : sums) order.emplace_back(key, &sum);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& a, const auto& b) { return a.second->exposedNs > b.second->exposedNs; });
        for (auto& [key, sum] : order) {
            const Cell alg = ratioCell(static_cast<double>(sum->bytes) * 1e9, static_cast<double>(sum->sizedNs));
            const Cell bus = ratioCell(sum->busBytes, static_cast<double>(sum->busNs));
            out.rows.push_back({devices[d].name, key.first, textCell(key.second), countCell(sum->count), sum->ns,
                                sum->exposedNs, shareCell(sum->ns - sum->exposedNs, sum->ns),
                                sum->sized > 0 ? Cell(sum->bytes) : Cell(), alg, bus});
            out.rowSlices.push_back(std::move(sum->slices));
        }
    }
    out.notes = {
        "sums over collectives: where two run at once they count twice, so exposed may be more than the exposed "
        "communication of the device; rates are bytes over the kernels' whole time, waiting for late ranks in it"};
    return out;
}

Table singles(const TraceStore& store, const AnalysisInput& input, std::span<const WindowedDevice> devices,
              const std::vector<std::vector<Collective>>& all) {
    Table out = makeTable(store, "collectives", "Collectives, most exposed first",
                          {{"device", "device", Unit::Text},
                           {"kind", "collective", Unit::Text},
                           {"name", "kernel", Unit::Text},
                           {"group", "group", Unit::Text},
                           {"stream", "stream", Unit::None},
                           {"begin_ns", "start", Unit::TimePoint},
                           {"duration_ns", "time", Unit::Nanoseconds},
                           {"exposed_ns", "exposed", Unit::Nanoseconds},
                           {"covered_share", "covered", Unit::Ratio},
                           {"cover", "covered most by", Unit::Text},
                           {"cover_ns", "for", Unit::Nanoseconds},
                           {"bytes", "bytes", Unit::Bytes},
                           {"algorithm_rate", "algorithm rate", Unit::BytesPerSecond},
                           {"bus_rate", "bus rate", Unit::BytesPerSecond}});
    std::size_t left = 0;
    for (std::size_t d = 0; d < devices.size(); ++d) {
        std::vector<const Collective*> order;
        for (const Collective& c : all[d]) order.push_back(&c);
        std::stable_sort(order.begin(), order.end(), [](const Collective* a, const Collective* b) {
            return a->exposedNs != b->exposedNs ? a->exposedNs > b->exposedNs : a->ns > b->ns;
        });
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Collective& c = *order[i];
            if (i >= input.maxRows) {
                left += order.size() - i;
                break;
            }
            const auto stream = store.stream(c.slice);
            out.rows.push_back({devices[d].name, wordOf(c), std::string(store.name(c.slice)), textCell(c.group),
                                maybeCell(stream), count(store.start(c.slice)), c.ns, c.exposedNs,
                                shareCell(c.ns - c.exposedNs, c.ns), nameCell(store, c.cover),
                                c.cover ? Cell(c.coverNs) : Cell(), c.size ? Cell(c.size->bytes) : Cell(),
                                c.size ? Cell(c.size->algorithmRate) : Cell(),
                                c.size && c.size->busRate ? Cell(*c.size->busRate) : Cell()});
            out.rowSlices.push_back({c.slice});
        }
    }
    out.notes = {"time and exposed time inside the window; exposed: no compute kernel of the device ran"};
    if (left > 0) out.notes.push_back(std::to_string(left) + " more are not listed");
    return out;
}

// What ran while communication ran: unions per kind, so two kernels of one kind at once count once.
Table covers(const TraceStore& store, std::span<const WindowedDevice> devices, RunContext& context) {
    Table out = makeTable(store, "collective_cover", "What covers communication",
                          {{"device", "device", Unit::Text},
                           {"kind", "kind of kernel", Unit::Text},
                           {"covered_ns", "covers", Unit::Nanoseconds},
                           {"share", "of communication", Unit::Ratio}});
    for (const WindowedDevice& device : devices) {
        std::map<WorkKind, UnionBuilder> unions;
        for (const SliceId s : device.work->work)
            if (workClass(store.kind(s)) == WorkClass::Compute)
                unions[store.kind(s)].add(count(store.start(s)), count(store.end(s)));
        const IntervalList comm = clip(device.work->comm, device.beginNs, device.endNs);
        const std::int64_t whole = length(comm);
        if (context.stopRequested()) return out;
        std::vector<std::pair<std::int64_t, WorkKind>> rows;
        for (auto& [kind, builder] : unions)
            if (const std::int64_t ns = length(intersect(builder.take(), comm)); ns > 0) rows.emplace_back(-ns, kind);
        std::sort(rows.begin(), rows.end());
        for (const auto& [ns, kind] : rows)
            out.rows.push_back({device.name, std::string(kindWord(kind)), -ns, shareCell(-ns, whole)});
        const std::int64_t exposed = lengthWithin(device.work->exposedComm, device.beginNs, device.endNs);
        if (whole > 0)
            out.rows.push_back({device.name, std::string("nothing (exposed)"), exposed, shareCell(exposed, whole)});
    }
    out.notes = {"kinds that run at once cover the same time, so shares may sum to more than 100 %"};
    return out;
}

} // namespace

Result<AnalysisResult> analyseCollectives(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const std::vector<WindowedDevice> devices = devicesOf(store, input);
    std::vector<std::vector<Collective>> all;
    for (const WindowedDevice& device : devices) all.push_back(collectivesOf(store, device, context));
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(byKind(store, devices, all));
    out.tables.push_back(singles(store, input, devices, all));
    out.tables.push_back(covers(store, devices, context));
    if (context.stopRequested()) return stoppedError();
    if (out.tables[0].rows.empty()) out.tables[0].notes = {"no communication in this window"};
    return out;
}

} // namespace lanescope
