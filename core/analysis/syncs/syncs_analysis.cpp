#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/host_activity.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace lanescope {

namespace {

struct Key {
    HostActivity activity = HostActivity::Other;
    StringId name, op, frame;
    friend auto operator<=>(const Key&, const Key&) = default;
};
struct Sum {
    std::uint64_t count = 0;
    std::int64_t hostNs = 0;
    std::int64_t idleAfterNs = 0;
    std::uint64_t gapsAfter = 0;
    std::vector<SliceId> slices;
};
constexpr std::size_t kMaxRowSlices = 10'000;

struct IdleAfter {
    std::int64_t ns = 0;
    std::uint64_t gaps = 0;
};

// The gaps that a late launch ended after this call: each gap belongs to the last such call of the launching thread.
std::unordered_map<std::uint32_t, IdleAfter> idleAfterCalls(const TraceStore& store, const AnalysisInput& input,
                                                            RunContext& context) {
    std::unordered_map<std::uint32_t, IdleAfter> out;
    GapFinder finder(store, input.idle);
    for (const WindowedDevice& device : devicesOf(store, input)) {
        const DeviceIdle idle = finder.find(*device.work, context.stopToken());
        if (context.stopRequested()) return out;
        for (const IdleGap& gap : idle.gaps) {
            if (gap.owner != GapOwner::LateLaunch) continue;
            const Interval inside{std::max(gap.at.begin, device.beginNs), std::min(gap.at.end, device.endNs)};
            if (inside.begin >= inside.end) continue;
            std::optional<SliceId> last;
            for (const IdleStretch& s : idle.stretchesOf(gap))
                if (s.part == IdlePart::Synchronisation || s.part == IdlePart::Allocation) last = s.by.get();
            if (!last) continue;
            out[last->value].ns += inside.length();
            ++out[last->value].gaps;
        }
    }
    return out;
}

std::map<Key, Sum> collect(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const auto idleAfter = idleAfterCalls(store, input, context);
    if (context.stopRequested()) return {};
    const TimeRange range = rangeOf(store, input);
    HostActivities activities(store);
    std::map<Key, Sum> out;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::RuntimeCalls || context.stopRequested()) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (row % 16'384 == 0 && context.stopRequested()) return out;
            const SliceId call{row};
            const HostActivity activity = activities.of(call);
            if (activity != HostActivity::Synchronisation && activity != HostActivity::Allocation) continue;
            if (!range.contains(store.start(call))) continue;
            const auto nameOf = [&store](std::optional<SliceId> s) { return s ? store.nameId(*s) : StringId{}; };
            Sum& sum = out[{activity, store.nameId(call), nameOf(operatorAbove(store, call)),
                            nameOf(frameAbove(store, call))}];
            ++sum.count;
            sum.hostNs += store.duration(call).count();
            if (sum.slices.size() < kMaxRowSlices) sum.slices.push_back(call);
            if (const auto after = idleAfter.find(row); after != idleAfter.end()) {
                sum.idleAfterNs += after->second.ns;
                sum.gapsAfter += after->second.gaps;
            }
        }
    }
    return out;
}

Table callTable(const TraceStore& store, std::string id, std::string title, HostActivity activity,
                const std::map<Key, Sum>& sums) {
    Table out = makeTable(store, std::move(id), std::move(title),
                          {{"call", "call", Unit::Text},
                           {"operator", "operator", Unit::Text},
                           {"frame", "python frame", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"host_ns", "time on the host", Unit::Nanoseconds},
                           {"idle_after_ns", "GPU idle after", Unit::Nanoseconds},
                           {"gap_count", "gaps after", Unit::Count}});
    std::vector<const std::pair<const Key, Sum>*> order;
    for (const auto& entry : sums)
        if (entry.first.activity == activity) order.push_back(&entry);
    std::sort(order.begin(), order.end(), [&store](const auto* a, const auto* b) {
        if (a->second.idleAfterNs != b->second.idleAfterNs) return a->second.idleAfterNs > b->second.idleAfterNs;
        if (a->second.hostNs != b->second.hostNs) return a->second.hostNs > b->second.hostNs;
        const auto words = [&store](const Key& k) {
            return std::tuple(store.text(k.name), store.text(k.op), store.text(k.frame));
        };
        return words(a->first) < words(b->first);
    });
    const auto textCell = [&store](StringId name) {
        return name == StringId{} ? Cell() : Cell(std::string(store.text(name)));
    };
    for (const auto* entry : order) {
        const auto& [key, sum] = *entry;
        out.rows.push_back({textCell(key.name), textCell(key.op), textCell(key.frame), countCell(sum.count), sum.hostNs,
                            sum.idleAfterNs, countCell(sum.gapsAfter)});
        out.rowSlices.push_back(sum.slices);
    }
    out.notes = {"GPU idle after: gaps that began before the call returned, or before the next launch of its thread, "
                 "and that a late launch of this thread ended; each gap under the last such call"};
    return out;
}

} // namespace

Result<AnalysisResult> analyseSyncs(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const std::map<Key, Sum> sums = collect(store, input, context);
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(callTable(store, "syncs", "Synchronising calls", HostActivity::Synchronisation, sums));
    out.tables.push_back(callTable(store, "allocations", "Allocation calls", HostActivity::Allocation, sums));
    return out;
}

} // namespace lanescope
