// The call tree from the top, from the bottom, and as folded stacks.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/call_tree/call_tree.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxTreeRows = 5'000;
constexpr std::size_t kMaxFoldedRows = 100'000;
constexpr std::int64_t kShownFrom = 1'000; // a node is shown from a thousandth of the whole on

std::vector<Column> treeColumns() {
    return {{"name", "call", Unit::Text},
            {"depth", "depth", Unit::Count},
            {"count", "count", Unit::Count},
            {"cpu_total_ns", "CPU total", Unit::Nanoseconds},
            {"cpu_self_ns", "self CPU", Unit::Nanoseconds},
            {"cpu_share", "of CPU time", Unit::Ratio},
            {"device_total_ns", "GPU total", Unit::Nanoseconds},
            {"device_self_ns", "self GPU", Unit::Nanoseconds},
            {"device_share", "of GPU time", Unit::Ratio}};
}

struct Line {
    std::string name;
    std::uint32_t depth = 0;
    std::uint64_t count = 0;
    std::int64_t cpuTotal = 0, cpuSelf = 0, deviceTotal = 0, deviceSelf = 0;
};

void addLine(Table& table, const Line& line, const CallNode& whole, std::vector<SliceId> slices) {
    table.rows.push_back({std::string(2 * std::size_t{line.depth}, ' ') + line.name,
                          static_cast<std::int64_t>(line.depth), countCell(line.count), line.cpuTotal, line.cpuSelf,
                          shareCell(line.cpuTotal, whole.cpuTotalNs), line.deviceTotal, line.deviceSelf,
                          shareCell(line.deviceTotal, whole.deviceTotalNs)});
    table.rowSlices.push_back(std::move(slices));
}

bool isShown(const CallNode& whole, std::int64_t cpu, std::int64_t device) {
    return cpu * kShownFrom >= whole.cpuTotalNs || (device > 0 && device * kShownFrom >= whole.deviceTotalNs);
}

Table topDown(const TraceStore& store, const CallTree& tree) {
    Table out = makeTable(store, "top_down", "Call tree from the top", treeColumns());
    const CallNode& whole = tree.nodes()[0];
    std::vector<std::uint32_t> todo{0};
    std::size_t left = 0;
    while (!todo.empty()) {
        const std::uint32_t index = todo.back();
        todo.pop_back();
        const CallNode& node = tree.nodes()[index];
        if (!isShown(whole, node.cpuTotalNs, node.deviceTotalNs) || out.rows.size() >= kMaxTreeRows) {
            ++left;
            continue;
        }
        addLine(out,
                {std::string(tree.nameOf(store, index)), node.depth, node.count, node.cpuTotalNs, node.cpuSelfNs,
                 node.deviceTotalNs, node.deviceSelfNs},
                whole, node.slices);
        todo.insert(todo.end(), node.children.rbegin(), node.children.rend());
    }
    out.notes = {
        "CPU time of all threads added up; GPU time: the sum of the durations of the work launched inside; calls "
        "below a thousandth of either are left out"};
    if (left > 0) out.notes.push_back(std::to_string(left) + " branches are not listed");
    return out;
}

// By name, most self CPU time first, each with the callers it had: the time is the name's own, split by caller.
Table bottomUp(const TraceStore& store, const CallTree& tree) {
    Table out = makeTable(store, "bottom_up", "Call tree from the bottom", treeColumns());
    const CallNode& whole = tree.nodes()[0];
    struct Callers {
        Line line;
        std::map<std::string_view, Line> by;
        std::vector<SliceId> slices;
    };
    std::map<std::string_view, Callers> names;
    for (std::uint32_t i = 1; i < tree.nodes().size(); ++i) {
        const CallNode& node = tree.nodes()[i];
        Callers& name = names[tree.nameOf(store, i)];
        Line& caller = name.by[tree.nameOf(store, node.parent)];
        for (Line* line : {&name.line, &caller}) {
            line->count += node.count;
            line->cpuSelf += node.cpuSelfNs;
            line->deviceSelf += node.deviceSelfNs;
        }
        if (name.slices.size() < CallNode::kMaxSlices)
            name.slices.insert(name.slices.end(), node.slices.begin(), node.slices.end());
    }
    const auto bySelf = [](const Line& a, const Line& b) {
        if (a.cpuSelf != b.cpuSelf) return a.cpuSelf > b.cpuSelf;
        return a.deviceSelf != b.deviceSelf ? a.deviceSelf > b.deviceSelf : a.name < b.name;
    };
    std::vector<Callers*> order;
    for (auto& [name, callers] : names) {
        callers.line.name = name;
        order.push_back(&callers);
    }
    std::sort(order.begin(), order.end(), [&](auto* a, auto* b) { return bySelf(a->line, b->line); });
    for (Callers* name : order) {
        if (out.rows.size() >= kMaxTreeRows || !isShown(whole, name->line.cpuSelf, name->line.deviceSelf)) continue;
        std::vector<Line> callers;
        for (auto& [caller, line] : name->by) {
            line.name = caller;
            callers.push_back(line);
        }
        std::sort(callers.begin(), callers.end(), bySelf);
        callers.insert(callers.begin(), name->line);
        for (Line& line : callers) {
            line.depth = &line == &callers.front() ? 0 : 1;
            line.cpuTotal = line.cpuSelf;
            line.deviceTotal = line.deviceSelf;
            addLine(out, line, whole, line.depth == 0 ? std::move(name->slices) : std::vector<SliceId>());
        }
    }
    out.notes = {"the own time of each name, and below it by the name directly above; names below a thousandth of the "
                 "whole are left out"};
    return out;
}

Table foldedTable(const TraceStore& store, const CallTree& tree) {
    Table out = makeTable(store, "folded", "Stacks for flame graphs",
                          {{"stack", "stack", Unit::Text},
                           {"cpu_self_ns", "self CPU", Unit::Nanoseconds},
                           {"device_self_ns", "self GPU", Unit::Nanoseconds}});
    std::size_t left = 0;
    for (std::uint32_t i = 1; i < tree.nodes().size(); ++i) {
        const CallNode& node = tree.nodes()[i];
        if (node.cpuSelfNs <= 0 && node.deviceSelfNs <= 0) continue;
        if (out.rows.size() >= kMaxFoldedRows) {
            ++left;
            continue;
        }
        out.rows.push_back({tree.folded(store, i), node.cpuSelfNs, node.deviceSelfNs});
        out.rowSlices.push_back(node.slices);
    }
    if (left > 0) out.notes.push_back(std::to_string(left) + " more stacks are not listed");
    return out;
}

} // namespace

Result<AnalysisResult> analyseCallTree(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    const CallTree tree(store, input.range, context);
    if (context.stopRequested()) return stoppedError();
    AnalysisResult out;
    out.tables.push_back(topDown(store, tree));
    out.tables.push_back(bottomUp(store, tree));
    if (context.stopRequested()) return stoppedError();
    out.tables.push_back(foldedTable(store, tree));
    return out;
}

} // namespace lanescope
