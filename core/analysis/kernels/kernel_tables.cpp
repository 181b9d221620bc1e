#include "core/analysis/kernels/kernel_tables.h"

#include "core/analysis/statistics.h"
#include "core/analysis/steady_steps.h"
#include "core/analysis/step_lookup.h"
#include "core/query/short_names.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

struct Group {
    std::string name;
    std::vector<std::int64_t> ns;
    std::vector<SliceId> slices;
    WorkKind kind = WorkKind::None; // of the first
};

// Every kernel that reaches into the window, with its time inside.
template <class Use>
void forEachKernel(const TraceStore& store, const WindowedDevice& device, RunContext& context, Use use) {
    for (const WorkRun& run : device.work->runs)
        for (std::uint32_t row = run.first; row < run.first + run.count; ++row) {
            if (row % 16'384 == 0 && context.stopRequested()) return;
            const SliceId slice{row};
            if (store.role(slice) != Role::Kernel) continue;
            const std::int64_t start = count(store.start(slice));
            const std::int64_t end = count(store.end(slice));
            const bool inside = start == end ? start >= device.beginNs && start <= device.endNs
                                             : end > device.beginNs && start < device.endNs;
            if (inside)
                use(slice, std::max<std::int64_t>(0, std::min(end, device.endNs) - std::max(start, device.beginNs)));
        }
}

// What a kernel is grouped by, as a number; names that become one short name share the number of the first.
class Keys {
public:
    Keys(const TraceStore& store, const LaunchIndex& launches, KernelGrouping grouping)
        : m_store(store), m_launches(launches), m_grouping(grouping) {}

    std::int64_t of(SliceId kernel) {
        switch (m_grouping) {
        case KernelGrouping::Name:
            break;
        case KernelGrouping::ShortName:
            return shortOf(m_store.nameId(kernel));
        case KernelGrouping::Kind:
            return static_cast<std::int64_t>(m_store.kind(kernel));
        case KernelGrouping::Stream:
            return m_store.stream(kernel).value_or(-1);
        case KernelGrouping::Operator: {
            const auto call = m_launches.callOf(kernel);
            const auto op = call ? operatorAbove(m_store, *call) : std::nullopt;
            return op ? std::int64_t{m_store.nameId(*op).value} : 0; // 0: the empty text, no operator
        }
        }
        return m_store.nameId(kernel).value;
    }
    std::string nameOf(std::int64_t key) const {
        if (m_grouping == KernelGrouping::Kind) return kindWord(static_cast<WorkKind>(key));
        if (m_grouping == KernelGrouping::Stream) return key < 0 ? std::string() : std::to_string(key);
        const std::string_view text = m_store.text(StringId{static_cast<std::uint32_t>(key)});
        return m_grouping == KernelGrouping::ShortName ? kernelGroupName(text) : std::string(text);
    }

private:
    std::int64_t shortOf(StringId name) {
        const auto [it, added] = m_shortOf.emplace(name.value, 0);
        if (added) it->second = m_firstOf.emplace(kernelGroupName(m_store.text(name)), name.value).first->second;
        return it->second;
    }
    const TraceStore& m_store;
    const LaunchIndex& m_launches;
    KernelGrouping m_grouping;
    std::unordered_map<std::uint32_t, std::uint32_t> m_shortOf;
    std::unordered_map<std::string, std::uint32_t> m_firstOf;
};

std::vector<Group> groupsOf(const TraceStore& store, const WindowedDevice& device, const LaunchIndex& launches,
                            KernelGrouping grouping, RunContext& context) {
    std::unordered_map<std::int64_t, Group> groups;
    Keys keys(store, launches, grouping);
    forEachKernel(store, device, context, [&](SliceId kernel, std::int64_t ns) {
        Group& group = groups[keys.of(kernel)];
        if (group.ns.empty()) group.kind = store.kind(kernel);
        group.ns.push_back(ns);
        if (group.slices.size() < kMaxRowSlices) group.slices.push_back(kernel);
    });
    std::vector<Group> out;
    for (auto& [key, group] : groups) {
        group.name = keys.nameOf(key);
        out.push_back(std::move(group));
    }
    return out;
}

struct GroupingWords {
    const char *id, *title, *head;
};
GroupingWords wordsOf(KernelGrouping grouping) {
    switch (grouping) {
    case KernelGrouping::Operator:
        return {"kernels_by_operator", "Kernels by launching operator", "operator"};
    case KernelGrouping::Kind:
        return {"kernels_by_kind", "Kernels by kind", "kind"};
    case KernelGrouping::ShortName:
        return {"kernels_by_short_name", "Kernels by short name", "kernel"};
    case KernelGrouping::Stream:
        return {"kernels_by_stream", "Kernels by stream", "stream"};
    case KernelGrouping::Name:
        break;
    }
    return {"kernels", "Kernels by name", "kernel"};
}

struct Row {
    std::vector<Cell> cells;
    std::vector<SliceId> slices;
    std::int64_t total;
    std::string name;
};

} // namespace

Table kernelTable(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                  KernelGrouping grouping, RunContext& context) {
    const auto [id, title, head] = wordsOf(grouping);
    Table out = makeTable(store, id, title,
                          {{"device", "device", Unit::Text},
                           {"name", head, Unit::Text},
                           {"kind", "kind", Unit::Text},
                           {"count", "count", Unit::Count},
                           {"total_ns", "total", Unit::Nanoseconds},
                           {"share", "of kernel time", Unit::Ratio},
                           {"mean_ns", "mean", Unit::Nanoseconds},
                           {"min_ns", "min", Unit::Nanoseconds},
                           {"p50_ns", "p50", Unit::Nanoseconds},
                           {"p95_ns", "p95", Unit::Nanoseconds},
                           {"max_ns", "max", Unit::Nanoseconds},
                           {"std_ns", "std", Unit::Nanoseconds}});
    if (grouping != KernelGrouping::Name) out.columns.erase(out.columns.begin() + 2);
    for (const WindowedDevice& device : devices) {
        std::vector<Row> rows;
        std::int64_t sum = 0;
        for (Group& group : groupsOf(store, device, launches, grouping, context)) {
            const Statistics s = statisticsOf(std::move(group.ns));
            sum += s.total;
            std::vector<Cell> cells{device.name, textCell(group.name)};
            if (grouping == KernelGrouping::Name) cells.emplace_back(std::string(kindWord(group.kind)));
            for (Cell& cell : std::vector<Cell>{countCell(s.count), s.total, Cell(), roundedCell(s.mean), s.min, s.p50,
                                                s.p95, s.max, roundedCell(s.std)})
                cells.push_back(std::move(cell));
            rows.push_back({std::move(cells), std::move(group.slices), s.total, std::move(group.name)});
        }
        std::sort(rows.begin(), rows.end(),
                  [](const Row& a, const Row& b) { return a.total != b.total ? a.total > b.total : a.name < b.name; });
        for (Row& row : rows) {
            row.cells[row.cells.size() - 7] = shareCell(row.total, sum);
            out.rows.push_back(std::move(row.cells));
            out.rowSlices.push_back(std::move(row.slices));
        }
    }
    out.notes = {"of kernel time: the sum of durations, which may be more than the busy time where kernels overlap; "
                 "durations are clipped to the window; std is that of a sample"};
    if (grouping == KernelGrouping::Operator)
        out.notes.push_back("the innermost operator around the launch call; none where the launch is not known");
    return out;
}

Table kernelsPerStep(const TraceStore& store, std::span<const WindowedDevice> devices, const LaunchIndex& launches,
                     RunContext& context) {
    Table out = makeTable(store, "kernels_per_step", "Kernels per step, by launch",
                          {{"device", "device", Unit::Text},
                           {"name", "kernel", Unit::Text},
                           {"step_count", "steps", Unit::Count},
                           {"mean_ns", "mean per step", Unit::Nanoseconds},
                           {"min_ns", "min", Unit::Nanoseconds},
                           {"max_ns", "max", Unit::Nanoseconds},
                           {"std_ns", "std", Unit::Nanoseconds},
                           {"spread", "(max - min) / mean", Unit::None}});
    const StepLookup lookup(store);
    const std::vector<std::size_t> counted = steadySteps(store);
    std::vector<std::size_t> placeOf(store.steps().size(), counted.size()); // among those that count
    for (std::size_t i = 0; i < counted.size(); ++i) placeOf[counted[i]] = i;
    for (const WindowedDevice& device : devices) {
        std::unordered_map<std::uint32_t, Group> byName; // ns: per step; one without the kernel counts as 0
        forEachKernel(store, device, context, [&](SliceId kernel, std::int64_t ns) {
            const auto call = launches.callOf(kernel);
            const auto step = call ? lookup.stepOfCall(*call) : std::nullopt;
            if (!step || placeOf[*step] == counted.size()) return;
            Group& group = byName[store.nameId(kernel).value];
            group.ns.resize(counted.size());
            group.ns[placeOf[*step]] += ns;
            if (group.slices.size() < kMaxRowSlices) group.slices.push_back(kernel);
        });
        std::vector<Row> rows;
        for (auto& [name, group] : byName) {
            const Statistics s = statisticsOf(std::move(group.ns));
            const std::string text(store.text(StringId{name}));
            const Cell spread = ratioCell(static_cast<double>(s.max - s.min), s.mean);
            rows.push_back({{device.name, text, countCell(counted.size()), roundedCell(s.mean), s.min, s.max,
                             roundedCell(s.std), spread},
                            std::move(group.slices),
                            s.total,
                            text});
        }
        std::sort(rows.begin(), rows.end(),
                  [](const Row& a, const Row& b) { return a.total != b.total ? a.total > b.total : a.name < b.name; });
        for (Row& row : rows) {
            out.rows.push_back(std::move(row.cells));
            out.rowSlices.push_back(std::move(row.slices));
        }
    }
    out.notes = {"a step without the kernel counts as 0; warm-up steps and one that was cut off are left out"};
    return out;
}

} // namespace lanescope
