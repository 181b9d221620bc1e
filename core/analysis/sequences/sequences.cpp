#include "core/analysis/sequences/sequences.h"

#include "core/analysis/run_merge.h"

#include <algorithm>

namespace lanescope {

bool isKernelInside(const TraceStore& store, SliceId s, const WindowedDevice& device) {
    const std::int64_t start = count(store.start(s));
    return store.role(s) == Role::Kernel && start >= device.beginNs && start < device.endNs;
}

void sortByStart(const TraceStore& store, std::vector<SliceId>& kernels, const std::stop_token& stop) {
    const auto before = [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        if (store.end(a) != store.end(b)) return store.end(a) < store.end(b);
        return store.nameId(a) != store.nameId(b) && store.name(a) < store.name(b);
    };
    if (!std::is_sorted(kernels.begin(), kernels.end(), before)) sortStoppable(kernels, before, stop);
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

} // namespace lanescope
