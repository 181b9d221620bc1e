#include "core/analysis/kernels/kernel_tables.h"
#include "core/analysis/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace lanescope {

namespace {

struct Outlier {
    SliceId kernel;
    std::int64_t ns = 0, median = 0;
    std::size_t count = 0;
};

std::vector<Outlier> outliersOf(const TraceStore& store, const WindowedDevice& device, RunContext& context) {
    std::unordered_map<std::uint32_t, std::vector<SliceId>> byName;
    for (const SliceId s : device.work->work) {
        if (context.stopRequested()) return {};
        const std::int64_t start = count(store.start(s));
        if (store.role(s) == Role::Kernel && start >= device.beginNs && start < device.endNs)
            byName[store.nameId(s).value].push_back(s);
    }
    std::vector<Outlier> out;
    for (const auto& [name, kernels] : byName) {
        if (kernels.size() < kOutlierFromCount) continue;
        std::vector<std::int64_t> ns;
        for (const SliceId s : kernels) ns.push_back(store.duration(s).count());
        const std::int64_t median = statisticsOf(ns).p50;
        for (const SliceId s : kernels) {
            const std::int64_t own = store.duration(s).count();
            if (own >= kOutlierFactor * median && own >= median + kOutlierFromNs)
                out.push_back({s, own, median, kernels.size()});
        }
    }
    std::sort(out.begin(), out.end(), [&store](const Outlier& a, const Outlier& b) {
        if (a.ns - a.median != b.ns - b.median) return a.ns - a.median > b.ns - b.median;
        return store.start(a.kernel) != store.start(b.kernel)
                   ? store.start(a.kernel) < store.start(b.kernel)
                   : store.eventOffset(a.kernel) < store.eventOffset(b.kernel);
    });
    return out;
}

} // namespace

Table kernelOutliers(const TraceStore& store, std::span<const WindowedDevice> devices, std::size_t maxRows,
                     RunContext& context) {
    Table out = makeTable(store, "kernel_outliers", "Kernels much longer than their like",
                          {{"device", "device", Unit::Text},
                           {"name", "kernel", Unit::Text},
                           {"begin_ns", "start", Unit::TimePoint},
                           {"duration_ns", "time", Unit::Nanoseconds},
                           {"median_ns", "median of the name", Unit::Nanoseconds},
                           {"excess_ns", "more than it", Unit::Nanoseconds},
                           {"count", "of so many", Unit::Count}});
    for (const WindowedDevice& device : devices) {
        const std::vector<Outlier> all = outliersOf(store, device, context);
        for (std::size_t i = 0; i < std::min(all.size(), maxRows); ++i) {
            const Outlier& o = all[i];
            out.rows.push_back({device.name, std::string(store.name(o.kernel)), count(store.start(o.kernel)), o.ns,
                                o.median, o.ns - o.median, countCell(o.count)});
            out.rowSlices.push_back({o.kernel});
        }
        if (all.size() > maxRows)
            out.notes.push_back(fmt::format("device {}: {} more are not listed", device.name, all.size() - maxRows));
    }
    out.notes.push_back(
        fmt::format("at least {} times the median of their name and {} ns more, of names with {} kernels "
                    "and more that start in the window",
                    kOutlierFactor, kOutlierFromNs, kOutlierFromCount));
    return out;
}

} // namespace lanescope
