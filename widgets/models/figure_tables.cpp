#include "widgets/models/figure_tables.h"

#include <map>
#include <string>

namespace lanescope::models {

namespace {

Cell ratio(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return std::monostate{};
    return static_cast<double>(part) / static_cast<double>(whole);
}

std::string streamText(const NameFigures& f) {
    if (f.severalStreams) return "several";
    return f.hasStream ? "stream " + std::to_string(f.stream) : std::string();
}

Cell exposed(const NameFigures& f) {
    if (workClass(f.kind) == WorkClass::Compute) return std::monostate{};
    return f.exposedNs;
}

std::vector<Cell> figures(const NameFigures& f, const std::string& name, std::int64_t whole) {
    const auto n = static_cast<std::int64_t>(f.count);
    return {name,
            std::string(kindName(f.kind)),
            streamText(f),
            n,
            f.totalNs,
            ratio(f.totalNs, whole),
            f.selfNs,
            n > 0 ? Cell(f.totalNs / n) : Cell(std::monostate{}),
            f.minNs,
            f.p95Ns,
            f.maxNs,
            exposed(f),
            f.hasBytes ? Cell(f.bytes) : Cell(std::monostate{})};
}

// Of the host: what an operator does itself, instead of what runs beside it.
std::vector<Cell> hostFigures(const NameFigures& f, const std::string& name, std::int64_t whole) {
    const auto n = static_cast<std::int64_t>(f.count);
    return {name,          std::string("host"),
            std::string(), n,
            f.totalNs,     ratio(f.totalNs, whole),
            f.selfNs,      n > 0 ? Cell(f.totalNs / n) : Cell(std::monostate{}),
            f.minNs,       f.p95Ns,
            f.maxNs};
}

std::vector<Column> hostColumns() {
    return {{"name", "host operator", Unit::Text},    {"kind", "kind", Unit::Text},
            {"stream", "stream", Unit::Text},         {"count", "count", Unit::Count},
            {"total_ns", "total", Unit::Nanoseconds}, {"share", "of the range", Unit::Ratio},
            {"self_ns", "self", Unit::Nanoseconds},   {"mean_ns", "mean", Unit::Nanoseconds},
            {"min_ns", "min", Unit::Nanoseconds},     {"p95_ns", "p95", Unit::Nanoseconds},
            {"max_ns", "max", Unit::Nanoseconds}};
}

std::vector<Column> columns(const char* first) {
    return {{"name", first, Unit::Text},
            {"kind", "kind", Unit::Text},
            {"stream", "stream", Unit::Text},
            {"count", "count", Unit::Count},
            {"total_ns", "total", Unit::Nanoseconds},
            {"share", "share", Unit::Ratio},
            {"self_ns", "self", Unit::Nanoseconds},
            {"mean_ns", "mean", Unit::Nanoseconds},
            {"min_ns", "min", Unit::Nanoseconds},
            {"p95_ns", "p95", Unit::Nanoseconds},
            {"max_ns", "max", Unit::Nanoseconds},
            {"exposed_ns", "exposed", Unit::Nanoseconds},
            {"bytes", "bytes", Unit::Bytes}};
}

RowMark markOf(const TraceStore& store, const NameFigures& f) {
    RowMark mark;
    if (f.kind != WorkKind::None) mark.kind = f.kind;
    mark.slice = f.longest;
    if (!f.label.empty()) return mark;
    const std::string_view full = store.text(f.name);
    mark.fullText = QString::fromUtf8(full.data(), static_cast<qsizetype>(full.size()));
    return mark;
}

void addNames(MarkedTable& out, const TraceStore& store, const RangeSummary& summary, ShortNames& names,
              std::int64_t whole) {
    const bool host = summary.by == GroupBy::HostOperator;
    std::vector<std::string> texts;
    if (summary.by == GroupBy::Name) {
        std::vector<StringId> list;
        for (const NameFigures& f : summary.names) list.push_back(f.name);
        texts = distinctNames(store, list, names);
    } else {
        for (const NameFigures& f : summary.names)
            texts.push_back(f.label.empty() ? std::string(store.text(f.name)) : f.label);
    }
    for (std::size_t i = 0; i < summary.names.size(); ++i) {
        out.table.rows.push_back(host ? hostFigures(summary.names[i], texts[i], whole)
                                      : figures(summary.names[i], texts[i], whole));
        out.marks.push_back(markOf(store, summary.names[i]));
    }
}

} // namespace

std::vector<std::string> distinctNames(const TraceStore& store, std::span<const StringId> list, ShortNames& names) {
    std::vector<std::string> out;
    for (const StringId name : list) out.push_back(names.of(name, NameStyle::Gpu));
    const auto tellApart = [&](auto longer) {
        std::map<std::string, int> uses;
        for (const std::string& text : out) ++uses[text];
        for (std::size_t i = 0; i < out.size(); ++i)
            if (uses[out[i]] > 1) out[i] = longer(list[i]);
    };
    tellApart([&](StringId name) { return kernelGroupName(store.text(name)); });
    tellApart([&](StringId name) { return demangled(store.text(name)); });
    return out;
}

const char* kindName(WorkKind kind) {
    switch (kind) {
    case WorkKind::Gemm:
        return "GEMM";
    case WorkKind::Moe:
        return "MoE";
    case WorkKind::Communication:
        return "communication";
    case WorkKind::Memory:
        return "memory copy";
    default:
        return kindWord(kind);
    }
}

MarkedTable rangeTable(const TraceStore& store, const RangeSummary& summary, ShortNames& names) {
    MarkedTable out;
    out.table.id = "range";
    const FourNumbers& n = summary.numbers;
    if (summary.by == GroupBy::HostOperator) {
        out.table.columns = hostColumns();
        addNames(out, store, summary, names, n.wallNs);
        return out;
    }
    out.table.columns = columns(summary.by == GroupBy::Name ? "kernel or gap" : groupTitle(summary.by));
    addNames(out, store, summary, names, n.wallNs);
    if (n.idleNs > 0) {
        const auto gaps = static_cast<std::int64_t>(n.launchGapCount + n.midGapCount + n.largeGapCount) +
                          (n.headIdleNs > 0 ? 1 : 0) + (n.tailIdleNs > 0 ? 1 : 0);
        const Cell none = std::monostate{};
        out.table.rows.push_back({std::string("idle"), std::string("idle"), std::string(), gaps, n.idleNs,
                                  ratio(n.idleNs, n.wallNs), none, n.idleNs / gaps, none, none, none, none, none});
        RowMark mark;
        mark.idle = true;
        out.marks.push_back(mark);
    }
    return out;
}

MarkedTable kernelTable(const TraceStore& store, const RangeSummary& summary, ShortNames& names) {
    MarkedTable out;
    out.table.id = "kernels";
    out.table.columns = columns("kernel");
    std::int64_t whole = 0;
    for (const NameFigures& f : summary.names) whole += f.totalNs;
    addNames(out, store, summary, names, whole);
    return out;
}

} // namespace lanescope::models
