#include "core/analysis/operators/operator_kernels.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

struct Sum {
    std::uint64_t count = 0;
    std::int64_t ns = 0;
    std::vector<SliceId> slices;
};
struct OperatorSum {
    std::int64_t ns = 0;
    std::map<StringId, Sum> kernels;
};
using Sums = std::map<std::optional<StringId>, OperatorSum>; // none: no operator around the call

Sums sumsOf(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    Sums out;
    const LaunchLinks& links = store.launches();
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return out;
        const SliceId work{links.workRows[i]};
        const SliceId call{links.callRows[i]};
        if (!isGpuWork(store.role(work)) || (input.range && !input.range->contains(store.start(call)))) continue;
        if (input.device && store.device(work) != input.device->device) continue;
        const auto op = operatorAbove(store, call);
        OperatorSum& sum = out[op ? std::optional(store.nameId(*op)) : std::nullopt];
        Sum& kernel = sum.kernels[store.nameId(work)];
        const std::int64_t ns = store.duration(work).count();
        sum.ns += ns;
        kernel.ns += ns;
        ++kernel.count;
        if (kernel.slices.size() < kMaxRowSlices) kernel.slices.push_back(work);
    }
    return out;
}

} // namespace

Table operatorKernels(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    Table out = makeTable(store, "operator_kernels", "Kernels of each operator",
                          {{"operator", "operator", Unit::Text},
                           {"name", "kernel", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"total_ns", "total", Unit::Nanoseconds},
                           {"share", "of the operator", Unit::Ratio}});
    Sums sums = sumsOf(store, input, context);
    const auto nameOf = [&store](const std::optional<StringId>& id) {
        return id ? store.text(*id) : std::string_view();
    };
    std::vector<Sums::value_type*> order;
    for (auto& entry : sums) order.push_back(&entry);
    std::sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
        return a->second.ns != b->second.ns ? a->second.ns > b->second.ns : nameOf(a->first) < nameOf(b->first);
    });
    for (auto* entry : order) {
        std::vector<std::pair<StringId, Sum*>> kernels;
        for (auto& [name, sum] : entry->second.kernels) kernels.emplace_back(name, &sum);
        std::sort(kernels.begin(), kernels.end(), [&store](const auto& a, const auto& b) {
            return a.second->ns != b.second->ns ? a.second->ns > b.second->ns
                                                : store.text(a.first) < store.text(b.first);
        });
        for (std::size_t i = 0; i < std::min(kernels.size(), kKernelsPerOperator); ++i) {
            auto& [name, sum] = kernels[i];
            out.rows.push_back({textCell(nameOf(entry->first)), std::string(store.text(name)), countCell(sum->count),
                                sum->ns, shareCell(sum->ns, entry->second.ns)});
            out.rowSlices.push_back(std::move(sum->slices));
        }
    }
    out.notes = {"the innermost operator around the launch call; of each the " + std::to_string(kKernelsPerOperator) +
                 " kernels with most time"};
    return out;
}

} // namespace lanescope
