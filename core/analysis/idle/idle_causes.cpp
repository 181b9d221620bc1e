#include "core/analysis/idle/idle_tables.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope {

namespace {

struct Cause {
    IdlePart part;
    StringId name, op, frame; // the empty text where there is none
    friend auto operator<=>(const Cause&, const Cause&) = default;
};

struct Sum {
    std::int64_t ns = 0;
    std::uint64_t count = 0;
    SliceId example;
    std::int64_t longest = -1;
};

bool isTheHosts(IdlePart part) {
    return part == IdlePart::LateLaunch || part == IdlePart::Synchronisation || part == IdlePart::Allocation ||
           part == IdlePart::DataLoading;
}

StringId nameOf(const TraceStore& store, std::optional<SliceId> slice) {
    return slice ? store.nameId(*slice) : StringId{};
}

Cell textCell(const TraceStore& store, StringId name) {
    if (name == StringId{}) return {};
    return std::string(store.text(name));
}

std::map<Cause, Sum> causesOf(const TraceStore& store, const DeviceIdleView& view, RunContext& context) {
    std::map<Cause, Sum> out;
    const auto& stretches = view.idle.stretches;
    auto it = std::partition_point(stretches.begin(), stretches.end(),
                                   [&](const IdleStretch& s) { return s.at.end <= view.device.beginNs; });
    for (std::size_t n = 0; it != stretches.end() && it->at.begin < view.device.endNs; ++it, ++n) {
        if (n % 16'384 == 0 && context.stopRequested()) break;
        const auto by = it->by.get();
        if (!isTheHosts(it->part) || !by) continue;
        const std::int64_t ns = std::min(it->at.end, view.device.endNs) - std::max(it->at.begin, view.device.beginNs);
        Sum& sum = out[{it->part, store.nameId(*by), nameOf(store, operatorAbove(store, *by)),
                        nameOf(store, frameAbove(store, *by))}];
        sum.ns += ns;
        ++sum.count;
        if (ns <= sum.longest) continue;
        sum.longest = ns;
        sum.example = *by;
    }
    return out;
}

} // namespace

Table idleByCause(const TraceStore& store, std::span<const DeviceIdleView> devices, RunContext& context) {
    Table out = makeTable(store, "idle_causes", "What the host did while the GPU was idle",
                          {{"device", "device", Unit::Text},
                           {"part", "part", Unit::Text},
                           {"call", "call or range", Unit::Text},
                           {"operator", "operator", Unit::Text},
                           {"frame", "python frame", Unit::Text},
                           {"idle_ns", "idle", Unit::Nanoseconds},
                           {"count", "times", Unit::Count}});
    for (const DeviceIdleView& view : devices) {
        const std::map<Cause, Sum> causes = causesOf(store, view, context);
        std::vector<const std::pair<const Cause, Sum>*> order;
        for (const auto& entry : causes) order.push_back(&entry);
        std::sort(order.begin(), order.end(), [&store](const auto* a, const auto* b) {
            if (a->second.ns != b->second.ns) return a->second.ns > b->second.ns;
            const auto words = [&store](const Cause& c) {
                return std::tuple(c.part, store.text(c.name), store.text(c.op), store.text(c.frame));
            };
            return words(a->first) < words(b->first);
        });
        for (const auto* entry : order) {
            const auto& [cause, sum] = *entry;
            out.rows.push_back({view.device.name, std::string(idlePartTitle(cause.part)), textCell(store, cause.name),
                                textCell(store, cause.op), textCell(store, cause.frame), sum.ns, countCell(sum.count)});
            out.rowSlices.push_back({sum.example});
        }
    }
    out.notes = {"on the thread that launched the work ending the gap, from the start of the gap to the call; a late "
                 "launch with nothing to blame is under the launch call itself"};
    return out;
}

} // namespace lanescope
