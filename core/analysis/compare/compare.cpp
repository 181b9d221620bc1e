#include "core/analysis/compare/compare.h"

#include "core/analysis/analysis_common.h"
#include "core/analysis/operators/op_averages.h"
#include "core/analysis/steady_steps.h"
#include "core/query/short_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all

struct Figures {
    std::int64_t count = 0, ns = 0, otherNs = 0; // other: device time of an operator
    std::vector<SliceId> slices;
};
using ByName = std::map<std::pair<std::string, std::string>, Figures>; // name, shapes

void add(Figures& f, std::int64_t ns, SliceId slice) {
    ++f.count;
    f.ns += ns;
    if (f.slices.size() < kMaxRowSlices) f.slices.push_back(slice);
}

// Kernels under the name they are grouped by: without parameters and hashes, so that builds can be compared.
ByName kernelsOf(const CompareSide& side, RunContext& context) {
    ByName out;
    std::map<StringId, std::string> groups;
    for (const WindowedDevice& device : devicesOf(side.store, side.input))
        for (const SliceId s : device.work->work) {
            if (context.stopRequested()) return out;
            const std::int64_t start = count(side.store.start(s));
            if (start < device.beginNs || start >= device.endNs) continue;
            const auto [it, added] = groups.emplace(side.store.nameId(s), std::string());
            if (added) it->second = kernelGroupName(side.store.name(s));
            add(out[{it->second, {}}], side.store.duration(s).count(), s);
        }
    return out;
}

ByName operatorsOf(const CompareSide& side, RunContext& context) {
    ByName out;
    OpAverages all = opAverages(side.store, side.input, context);
    for (OpAverage& row : all.rows) {
        if (row.onDevice) continue;
        Figures& f = out[{row.name, row.shapes + (row.stack.empty() ? "" : "\n" + row.stack)}];
        f.count += static_cast<std::int64_t>(row.count);
        f.ns += row.selfCpuNs;
        f.otherNs += row.deviceNs;
        if (f.slices.empty()) f.slices = std::move(row.slices);
    }
    return out;
}

ByName rangesOf(const CompareSide& side) {
    ByName out;
    const TimeRange everything{side.store.extent().begin, side.store.extent().end + Ns{1}};
    const TimeRange range = side.input.range.value_or(everything);
    for (std::uint32_t row = 0; row < side.store.slices().size(); ++row) {
        const SliceId s{row};
        const Role role = side.store.role(s);
        if ((role != Role::UserAnnotation && role != Role::GpuAnnotation) || !range.contains(side.store.start(s)))
            continue;
        const std::string_view name = side.store.name(s);
        const std::string group(name.starts_with("ProfilerStep#") ? "ProfilerStep*" : name);
        add(out[{group, role == Role::GpuAnnotation ? "GPU" : "CPU"}], side.store.duration(s).count(), s);
    }
    return out;
}

double divisorOf(const CompareSide& side, PerWhat per) {
    if (per == PerWhat::Trace || !side.input.range) return 1;
    std::size_t steps = 0;
    for (const std::size_t i : steadySteps(side.store))
        steps += side.input.range->contains(side.store.start(SliceId{side.store.steps()[i].slice})) ? 1 : 0;
    return steps > 0 ? static_cast<double>(steps) : 1;
}

// Per step: from the start of the first step that counts to the end of the last, so that what is divided is theirs.
CompareSide steadyPart(const CompareSide& side, PerWhat per) {
    CompareSide out{side.store, side.input, side.name};
    const std::vector<std::size_t> steps = steadySteps(side.store);
    if (per == PerWhat::Trace || side.input.range || steps.empty()) return out;
    const auto slice = [&side](std::size_t i) { return SliceId{side.store.steps()[i].slice}; };
    out.input.range = TimeRange{side.store.start(slice(steps.front())), side.store.end(slice(steps.back()))};
    return out;
}

struct Divisors {
    double before = 1, after = 1;
};

Cell scaled(std::int64_t value, double divisor) { return roundedCell(static_cast<double>(value) / divisor); }
std::int64_t whole(const Cell& cell) { return std::get<std::int64_t>(cell); }

Cell stateCell(const Figures* a, const Figures* b, const Divisors& d) {
    if (a == nullptr) return std::string("added");
    if (b == nullptr) return std::string("removed");
    const bool same = scaled(a->count, d.before) == scaled(b->count, d.after) &&
                      scaled(a->ns, d.before) == scaled(b->ns, d.after) &&
                      scaled(a->otherNs, d.before) == scaled(b->otherNs, d.after);
    return std::string(same ? "same" : "changed");
}

struct Layout {
    const char *id, *title, *name, *detail; // detail: heading of the second part of the key; null: none
    const char *ns, *otherNs;               // headings; other null: none
};

std::vector<Column> columnsOf(const Layout& layout) {
    std::vector<Column> out{{"name", layout.name, Unit::Text}};
    if (layout.detail != nullptr) out.push_back({"detail", layout.detail, Unit::Text});
    out.push_back({"state", "state", Unit::Text});
    out.push_back({"before_count", "count before", Unit::Count});
    out.push_back({"after_count", "count after", Unit::Count});
    const std::string what = layout.ns;
    out.push_back({"before_ns", what + " before", Unit::Nanoseconds});
    out.push_back({"after_ns", what + " after", Unit::Nanoseconds});
    out.push_back({"difference_ns", "difference", Unit::Nanoseconds});
    out.push_back({"factor", "after / before", Unit::None});
    if (layout.otherNs == nullptr) return out;
    const std::string other = layout.otherNs;
    out.push_back({"before_device_ns", other + " before", Unit::Nanoseconds});
    out.push_back({"after_device_ns", other + " after", Unit::Nanoseconds});
    out.push_back({"difference_device_ns", "difference", Unit::Nanoseconds});
    return out;
}

struct Row {
    std::vector<Cell> cells;
    std::vector<SliceId> slices, beforeSlices;
    std::int64_t effect = 0;
};

Row rowOf(const std::pair<std::string, std::string>& key, Figures* a, Figures* b, const Divisors& d,
          const Layout& layout) {
    static const Figures kNone;
    const Figures& before = a != nullptr ? *a : kNone;
    const Figures& after = b != nullptr ? *b : kNone;
    Row out;
    out.cells.emplace_back(key.first);
    if (layout.detail != nullptr) out.cells.push_back(textCell(key.second));
    out.cells.push_back(stateCell(a, b, d));
    out.cells.push_back(scaled(before.count, d.before));
    out.cells.push_back(scaled(after.count, d.after));
    const Cell nsBefore = scaled(before.ns, d.before);
    const Cell nsAfter = scaled(after.ns, d.after);
    out.effect = std::abs(whole(nsAfter) - whole(nsBefore));
    out.cells.push_back(nsBefore);
    out.cells.push_back(nsAfter);
    out.cells.emplace_back(whole(nsAfter) - whole(nsBefore));
    out.cells.push_back(a != nullptr && b != nullptr ? shareCell(whole(nsAfter), whole(nsBefore)) : textCell({}));
    if (layout.otherNs != nullptr) {
        const Cell otherBefore = scaled(before.otherNs, d.before);
        const Cell otherAfter = scaled(after.otherNs, d.after);
        out.effect = std::max(out.effect, std::abs(whole(otherAfter) - whole(otherBefore)));
        out.cells.push_back(otherBefore);
        out.cells.push_back(otherAfter);
        out.cells.emplace_back(whole(otherAfter) - whole(otherBefore));
    }
    if (b != nullptr) out.slices = std::move(b->slices);
    if (a != nullptr) out.beforeSlices = std::move(a->slices);
    return out;
}

// Slices are moved out of both sides.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void addTable(Compared& all, const CompareSide& side, ByName before, ByName after, const Divisors& d,
              const Layout& layout) {
    Table out = makeTable(side.store, layout.id, layout.title, columnsOf(layout));
    std::vector<Row> rows;
    for (auto& [key, figures] : before) {
        const auto other = after.find(key);
        rows.push_back(rowOf(key, &figures, other != after.end() ? &other->second : nullptr, d, layout));
    }
    for (auto& [key, figures] : after)
        if (!before.contains(key)) rows.push_back(rowOf(key, nullptr, &figures, d, layout));
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.effect > b.effect; });
    auto& slices = all.beforeSlices.emplace_back();
    for (Row& row : rows) {
        out.rows.push_back(std::move(row.cells));
        out.rowSlices.push_back(std::move(row.slices));
        slices.push_back(std::move(row.beforeSlices));
    }
    all.tables.push_back(std::move(out));
}

// Of all devices of a side as one: what the window is made of.
FourNumbers numbersOf(const CompareSide& side) {
    const auto work =
        side.input.work ? side.input.work : std::make_shared<const TraceWork>(collectTraceWork(side.store));
    if (side.input.range)
        return fourNumbers(*work->all, count(side.input.range->begin), count(side.input.range->end),
                           side.input.thresholds);
    return wholeWindow(*work->all, side.input.thresholds).value_or(FourNumbers{});
}

std::int64_t meanStepNs(const TraceStore& store) {
    return static_cast<std::int64_t>(std::llround(steadyMean(store).meanNs()));
}

Table numbersTable(const CompareSide& before, const CompareSide& after, const Divisors& d) {
    Table out = makeTable(after.store, "compare_numbers", "The window and its parts",
                          {{"figure", "figure", Unit::Text},
                           {"before_ns", "before", Unit::Nanoseconds},
                           {"before_share", "of the window", Unit::Ratio},
                           {"after_ns", "after", Unit::Nanoseconds},
                           {"after_share", "of the window", Unit::Ratio},
                           {"difference_ns", "difference", Unit::Nanoseconds},
                           {"factor", "after / before", Unit::None}});
    const FourNumbers a = numbersOf(before);
    const FourNumbers b = numbersOf(after);
    const auto add = [&](const char* name, std::int64_t x, std::int64_t y) {
        const Cell nsBefore = scaled(x, d.before);
        const Cell nsAfter = scaled(y, d.after);
        out.rows.push_back({std::string(name), nsBefore, shareCell(x, a.wallNs), nsAfter, shareCell(y, b.wallNs),
                            whole(nsAfter) - whole(nsBefore), shareCell(whole(nsAfter), whole(nsBefore))});
    };
    add("window", a.wallNs, b.wallNs);
    add("busy", a.busyNs, b.busyNs);
    add("compute", a.computeNs, b.computeNs);
    add("exposed communication", a.exposedCommNs, b.exposedCommNs);
    add("exposed memory", a.exposedMemNs, b.exposedMemNs);
    add("idle", a.idleNs, b.idleNs);
    add("launch gaps", a.launchGapNs, b.launchGapNs);
    add("large gaps", a.largeGapNs, b.largeGapNs);
    add("communication", a.commNs, b.commNs);
    const std::int64_t stepBefore = meanStepNs(before.store);
    const std::int64_t stepAfter = meanStepNs(after.store);
    if (stepBefore > 0 && stepAfter > 0)
        out.rows.push_back({std::string("mean step"), stepBefore, textCell({}), stepAfter, textCell({}),
                            stepAfter - stepBefore, shareCell(stepAfter, stepBefore)});
    out.notes = {"before: " + before.name, "after: " + after.name,
                 "all devices of a trace together; window = compute + exposed communication + exposed memory + idle"};
    return out;
}

} // namespace

Result<Compared> compareSides(const CompareSide& wholeBefore, const CompareSide& wholeAfter, PerWhat per,
                              RunContext& context) {
    const CompareSide before = steadyPart(wholeBefore, per), after = steadyPart(wholeAfter, per);
    const Divisors d{divisorOf(before, per), divisorOf(after, per)};
    Compared out;
    out.tables.push_back(numbersTable(before, after, d));
    out.beforeSlices.emplace_back();
    addTable(out, after, kernelsOf(before, context), kernelsOf(after, context), d,
             {"compare_kernels", "Kernels, copies and sets", "kernel", nullptr, "time", nullptr});
    if (context.stopRequested()) return stoppedError();
    addTable(out, after, operatorsOf(before, context), operatorsOf(after, context), d,
             {"compare_operators", "Operators and runtime calls", "operator", "shapes", "self CPU", "GPU total"});
    if (context.stopRequested()) return stoppedError();
    addTable(out, after, rangesOf(before), rangesOf(after), d,
             {"compare_ranges", "User ranges", "range", "on", "time", nullptr});
    if (context.stopRequested()) return stoppedError();
    if (per == PerWhat::Step)
        for (Table& table : out.tables)
            table.notes.push_back(fmt::format(
                "per step: from the first to the last step that is neither warm-up nor cut off, divided by {} "
                "and {} steps",
                d.before, d.after));
    return out;
}

Result<std::vector<Table>> compareTraces(const CompareSide& before, const CompareSide& after, PerWhat per,
                                         RunContext& context) {
    auto compared = compareSides(before, after, per, context);
    if (!compared.ok()) return compared.error();
    for (std::size_t t = 0; t < compared->tables.size(); ++t) {
        auto& slices = compared->tables[t].rowSlices;
        for (std::size_t r = 0; r < slices.size(); ++r)
            if (slices[r].empty()) slices[r] = std::move(compared->beforeSlices[t][r]);
    }
    return std::move(compared->tables);
}

} // namespace lanescope
