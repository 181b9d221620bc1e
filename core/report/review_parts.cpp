#include "core/report/review_parts.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/guide_text.h"
#include "core/export/quantity.h"
#include "core/export/redact.h"
#include "core/export/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostSteps = 40, kMostKernels = 12, kMostName = 90, kMostTitle = 48;

std::vector<std::string> numberCells(const std::string& name, const FourNumbers& n) {
    return {name,
            formatDuration(n.wallNs),
            formatShare(n.busyShare()),
            formatDuration(n.exposedCommNs),
            formatDuration(n.launchGapNs),
            formatDuration(n.largeGapNs),
            formatDuration(n.idleNs)};
}

const std::vector<std::string>& numberHeads() {
    static const std::vector<std::string> heads{"",           "window", "GPU busy", "exposed comm.", "launch gaps",
                                                "large gaps", "idle"};
    return heads;
}

} // namespace

std::string Words::operator()(std::string_view text) const {
    const std::string whole = printable(text, 4000);
    return m_names == Names::Kept ? whole : withoutPaths(whole);
}

std::string Words::nameOf(const ReviewTrace& trace) const {
    const auto rank = trace.store->info().rank;
    std::size_t number = 1;
    for (const ReviewTrace& other : m_traces) {
        if (other.store == trace.store) break;
        ++number;
    }
    std::string out = rank ? fmt::format("rank {}", *rank) : fmt::format("trace {}", number);
    if (m_names == Names::Kept) out += ", " + printable(trace.store->info().fileName);
    return out;
}

std::string Words::subtitle() const {
    return m_names == Names::Kept ? "Names as in the traces."
                                  : "Names of files, hosts and users and path prefixes are left out.";
}

void addCapture(const ReviewTrace& trace, const Words& words, Document& out) {
    const TraceInfo& info = trace.store->info();
    List list;
    const auto count = [](std::uint64_t n) { return formatCount(static_cast<std::int64_t>(n)); };
    list.items.push_back(fmt::format("{} events over {}, {} steps", count(trace.store->counts().elements),
                                     formatDuration(trace.store->extent().length().count()),
                                     trace.store->steps().size()));
    if (info.worldSize)
        list.items.push_back(fmt::format("one of {} ranks, backend {}", *info.worldSize, words(info.backend)));
    for (const DeviceProperties& device : info.devices)
        list.items.push_back(fmt::format("GPU {}: {}", device.id, words(device.name)));
    const auto flag = [&](const std::optional<bool>& value, const char* name) {
        if (value.value_or(false))
            list.items.push_back(std::string(name) + " was on: host times are longer than without");
    };
    flag(info.withStack, "with_stack");
    flag(info.profileMemory, "profile_memory");
    for (const CaptureNote& note : trace.findings.notes) list.items.push_back(words(note.text));
    const auto& odd = trace.store->oddities().entries();
    list.items.push_back(
        odd.empty() ? std::string("nothing odd in the file")
                    : fmt::format("{} kinds of oddities in the file (lanescope-cli info --oddities)", odd.size()));
    out.blocks.push_back(Heading{3, "What was captured"});
    out.blocks.push_back(std::move(list));
}

void addGuide(const ReviewTrace& trace, const Words& words, Document& out) {
    out.blocks.push_back(Heading{3, "Reading order"});
    Grid grid{{"", "question", "answer"}, {}, 3};
    for (const GuideSection& section : trace.guide.sections) {
        std::string answer = guideValue(section.answer);
        if (!section.phrase.empty()) answer += (answer.empty() ? "" : ", ") + section.phrase;
        std::string lines;
        for (std::size_t i = 0; i < section.lines.size() && i < 4; ++i)
            lines +=
                (i ? "; " : "") + printable(section.lines[i].title, kMostTitle) + " " + guideValue(section.lines[i]);
        if (!lines.empty()) answer += (answer.empty() ? "" : "\n") + lines;
        grid.rows.push_back({std::to_string(section.number), words(section.title), words(answer)});
    }
    out.blocks.push_back(std::move(grid));
}

void addNumbers(const ReviewTrace& trace, Document& out) {
    out.blocks.push_back(Heading{3, "Four numbers"});
    Grid grid{numberHeads(), {}, 1};
    if (trace.numbers.devices.size() > 1)
        for (const DeviceReport& device : trace.numbers.devices)
            if (device.whole) grid.rows.push_back(numberCells("GPU " + device.device, *device.whole));
    const DeviceReport& all = trace.numbers.all;
    if (all.whole) grid.rows.push_back(numberCells("whole", *all.whole));
    for (std::size_t i = 0; i < all.steps.size() && i < kMostSteps; ++i) {
        const StepFigures& step = all.steps[i];
        std::string name = step.name;
        if (step.warmup) name += " (warm-up)";
        if (step.cutOff) name += " (cut off)";
        grid.rows.push_back(numberCells(name, step.byWindow));
    }
    if (grid.rows.empty()) return out.blocks.push_back(Sentence{"No GPU work in this file."});
    out.blocks.push_back(std::move(grid));
    out.blocks.push_back(Sentence{fmt::format(
        "Steps by their window on the host. Launch gaps are below {}, large gaps from {} on; unions of slice "
        "intervals.{}",
        formatDuration(trace.numbers.thresholds.launchBelowNs, Precision::Slice),
        formatDuration(trace.numbers.thresholds.largeFromNs, Precision::Slice),
        all.steps.size() > kMostSteps ? fmt::format(" {} more steps are not shown.", all.steps.size() - kMostSteps)
                                      : std::string())});
}

void addFindings(const ReviewTrace& trace, const Words& words, Document& out) {
    out.blocks.push_back(Heading{3, "Findings"});
    if (trace.findings.findings.empty()) out.blocks.push_back(Sentence{"None."});
    for (std::size_t i = 0; i < trace.findings.findings.size(); ++i) {
        const Finding& finding = trace.findings.findings[i];
        out.blocks.push_back(
            Sentence{fmt::format("{}: {}, {}.", finding.signature->title, findingCost(finding, trace.findings),
                                 confidenceWord(finding.confidence))});
        List list;
        for (const Evidence& evidence : finding.evidence) list.items.push_back(words(evidenceText(evidence)));
        list.items.push_back("to try: " + std::string(finding.signature->advice));
        list.items.push_back("would refute it: " + std::string(finding.signature->refute));
        out.blocks.push_back(std::move(list));
        for (const EvidencePicture& picture : trace.evidence)
            if (picture.finding == i && !picture.svg.empty())
                out.blocks.push_back(Picture{picture.svg, std::string(finding.signature->title) +
                                                              ": where it lasts longest, with room around it."});
    }
}

void addKernels(const ReviewTrace& trace, const Words& words, Document& out) {
    const Table& table = trace.kernels;
    if (table.rows.empty() || table.columns.empty()) return;
    out.blocks.push_back(Heading{3, "Top kernels"});
    Grid grid{{}, {}, 1};
    std::vector<std::size_t> columns;
    for (const std::string_view id : {"name", "count", "total_ns", "share", "mean_ns", "max_ns"})
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (table.columns[c].id == id || table.columns[c].id == std::string(id) + "_of_work") {
                columns.push_back(c);
                grid.heads.push_back(table.columns[c].title);
            }
    std::vector<std::vector<std::string>> cells;
    for (const std::size_t c : columns) cells.push_back(formatCells(table, c));
    for (std::size_t r = 0; r < table.rows.size() && r < kMostKernels; ++r) {
        std::vector<std::string> row;
        for (std::size_t c = 0; c < columns.size(); ++c)
            row.push_back(c == 0 ? printable(words(cells[c][r]), kMostName) : cells[c][r]);
        grid.rows.push_back(std::move(row));
    }
    out.blocks.push_back(std::move(grid));
}

void addNotes(const ReviewTrace& trace, const Words& words, Document& out) {
    if (trace.notes.empty()) return;
    out.blocks.push_back(Heading{3, "Notes"});
    Grid grid{{"", "at", "note", "about"}, {}, 4};
    const RankTime zero = trace.store->extent().begin;
    for (std::size_t i = 0; i < trace.notes.size(); ++i) {
        const notes::Note& note = trace.notes[i];
        const std::string about = note.from.slice.empty() ? note.from.row : note.from.slice;
        grid.rows.push_back({std::to_string(i + 1), formatOffset((note.begin - zero).count()), words(note.text),
                             printable(words(about), kMostName)});
    }
    out.blocks.push_back(std::move(grid));
}

void addRanks(std::span<const ReviewTrace> traces, const Words& words, Document& out) {
    out.blocks.push_back(Heading{2, "Ranks side by side"});
    Grid grid{numberHeads(), {}, 1};
    Heat heat{"GPU busy per step, %", {}, {}, {}};
    std::size_t most = 0;
    for (const ReviewTrace& trace : traces) {
        const DeviceReport& all = trace.numbers.all;
        if (all.whole) grid.rows.push_back(numberCells(words.nameOf(trace), *all.whole));
        heat.rows.push_back(words.nameOf(trace));
        auto& row = heat.shares.emplace_back();
        for (std::size_t i = 0; i < all.steps.size() && i < 24; ++i)
            row.push_back(all.steps[i].byWindow.busyShare().value_or(-1));
        if (row.size() <= most) continue;
        most = row.size();
        heat.columns.clear();
        for (std::size_t i = 0; i < row.size(); ++i)
            heat.columns.push_back(all.steps[i].name.substr(all.steps[i].name.find('#') + 1));
    }
    for (auto& row : heat.shares) row.resize(most, -1);
    out.blocks.push_back(std::move(grid));
    if (most > 0) out.blocks.push_back(std::move(heat));
}

} // namespace lanescope::report
