#include "core/report/review_parts.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/guide_text.h"
#include "core/export/quantity.h"
#include "core/export/redact.h"
#include "core/export/table.h"
#include "core/query/short_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostSteps = 40, kMostKernels = 12;

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
    return printable(m_leftOut ? (*m_leftOut)(text) : std::string(text), 4000);
}

std::vector<std::string> Words::lines(std::string_view text) const {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.push_back((*this)(text.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

std::string Words::nameOf(const ReviewTrace& trace) const {
    const auto rank = trace.store->info().rank;
    std::size_t number = 1;
    for (const ReviewTrace& other : m_traces) {
        if (other.store == trace.store) break;
        ++number;
    }
    std::string out = rank                   ? fmt::format("Rank {}", *rank)
                      : m_traces.size() == 1 ? std::string("The trace")
                                             : fmt::format("Trace {}", number);
    if (!m_leftOut) out += ", " + printable(trace.store->info().fileName);
    return out;
}

std::string shortened(const std::string& name) {
    constexpr std::size_t kMost = 90, kTail = 36;
    if (name.size() <= kMost) return name;
    const auto inLetter = [&](std::size_t at) { return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80; };
    std::size_t head = kMost - kTail, tail = name.size() - kTail;
    while (head > 0 && inLetter(head)) --head;
    while (tail < name.size() && inLetter(tail)) ++tail;
    return fmt::format("{}\u2026{}", name.substr(0, head), name.substr(tail));
}

std::string Words::subtitle() const {
    return m_leftOut ? "Names of files, hosts and users and path prefixes are left out." : "Names as in the traces.";
}

const FourNumbers* numbersOf(const ReviewTrace& trace) {
    if (trace.rangeNumbers) return &*trace.rangeNumbers;
    return trace.numbers.all.whole ? &*trace.numbers.all.whole : nullptr;
}

namespace {

std::string counted(std::uint64_t n) { return formatCount(static_cast<std::int64_t>(n)); }

std::string stepsText(const TraceStore& store) {
    std::size_t warm = 0, cut = 0;
    for (const Step& step : store.steps()) {
        warm += step.warmup ? 1 : 0;
        cut += step.cutOff ? 1 : 0;
    }
    if (store.steps().empty()) return "no step markers";
    std::string out = fmt::format("{} {}", store.steps().size(), store.steps().size() == 1 ? "step" : "steps");
    if (warm > 0) out += fmt::format(", {} of them warm-up", warm);
    if (cut > 0) out += fmt::format(", {} cut off by the end of the recording", cut);
    return out;
}

// "8 x NVIDIA A100-SXM4-80GB": devices of one name together.
std::vector<std::string> deviceLines(const TraceInfo& info, const Words& words) {
    std::vector<std::pair<std::string, std::size_t>> kinds;
    for (const DeviceProperties& device : info.devices) {
        const std::string name = words(device.name);
        const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == name; });
        if (known != kinds.end())
            ++known->second;
        else
            kinds.emplace_back(name, 1);
    }
    std::vector<std::string> out;
    for (const auto& [name, count] : kinds)
        out.push_back(count == 1 ? "GPU: " + name : fmt::format("GPUs: {} \u00d7 {}", count, name));
    return out;
}

void addOddities(const TraceStore& store, List& list) {
    constexpr std::size_t kMost = 4;
    const auto& odd = store.oddities().entries();
    if (odd.empty()) return list.items.push_back("nothing odd in the file");
    for (std::size_t i = 0; i < odd.size() && i < kMost; ++i)
        list.items.push_back(fmt::format("odd in the file: {} ({} times; {})", info(odd[i].kind).title,
                                         counted(odd[i].count), info(odd[i].kind).effect));
    if (odd.size() > kMost)
        list.items.push_back(
            fmt::format("{} more kinds of oddities (lanescope-cli info --oddities)", odd.size() - kMost));
}

} // namespace

void addCapture(const ReviewTrace& trace, const Words& words, Document& out) {
    const TraceInfo& info = trace.store->info();
    List list;
    list.items.push_back(fmt::format("{} events over {}; {}", counted(trace.store->counts().elements),
                                     formatDuration(trace.store->extent().length().count()), stepsText(*trace.store)));
    if (trace.range) {
        const RankTime zero = trace.store->extent().begin;
        list.items.push_back(fmt::format("this report is about {} to {} of it",
                                         formatOffset((trace.range->begin - zero).count()),
                                         formatOffset((trace.range->end - zero).count())));
    }
    if (info.worldSize)
        list.items.push_back(fmt::format("one of {} rank{}{}{}", *info.worldSize, *info.worldSize == 1 ? "" : "s",
                                         info.backend.empty() ? "" : ", backend ", words(info.backend)));
    for (std::string& line : deviceLines(info, words)) list.items.push_back(std::move(line));
    const auto flag = [&](const std::optional<bool>& value, const char* name) {
        if (value.value_or(false))
            list.items.push_back(std::string(name) + " was on: host times are longer than without");
    };
    flag(info.withStack, "with_stack");
    flag(info.profileMemory, "profile_memory");
    for (const CaptureNote& note : trace.findings.notes) list.items.push_back(words(note.text));
    addOddities(*trace.store, list);
    out.blocks.push_back(Heading{3, "What was captured"});
    out.blocks.push_back(std::move(list));
}

void addFigures(const ReviewTrace& trace, Document& out) {
    const FourNumbers* n = numbersOf(trace);
    if (!n) return;
    const GapThresholds& limits = trace.numbers.thresholds;
    const auto gaps = [](std::uint64_t count) {
        return fmt::format("{} {}", counted(count), count == 1 ? "gap" : "gaps");
    };
    std::string exposed = formatShare(n->exposedCommShare()) + " of the window";
    if (n->commNs > 0) exposed += ", overlap " + formatShare(n->overlapShare());
    out.blocks.push_back(Figures{
        {{"GPU busy", formatShare(n->busyShare()), formatDuration(n->busyNs) + " of " + formatDuration(n->wallNs)},
         {"Exposed communication", formatDuration(n->exposedCommNs), n->commNs > 0 ? exposed : "no communication"},
         {"Launch gaps, below " + formatDuration(limits.launchBelowNs, Precision::Slice),
          formatDuration(n->launchGapNs), gaps(n->launchGapCount)},
         {"Large gaps, from " + formatDuration(limits.largeFromNs, Precision::Slice), formatDuration(n->largeGapNs),
          gaps(n->largeGapCount)}}});
}

namespace {

constexpr int kKernelSection = 4; // of the reading guide: its lines are kernels

Answers::Line answerLine(const GuideLine& line, bool isKernel, const Words& words) {
    std::string value = guideValue(line);
    if (line.share && line.unit != Unit::Ratio) value += ", " + formatShare(*line.share);
    const std::string title = isKernel ? shortKernelName(line.title) : line.title;
    return {shortened(words(title)), std::move(value)};
}

} // namespace

void addGuide(const ReviewTrace& trace, const Words& words, Document& out) {
    constexpr std::size_t kMostLines = 5;
    out.blocks.push_back(Heading{3, "Reading order"});
    Answers answers;
    for (const GuideSection& section : trace.guide.sections) {
        Answers::Item item{words(section.title), guideValue(section.answer), {}};
        if (!section.phrase.empty()) item.answer += (item.answer.empty() ? "" : ", ") + words(section.phrase);
        for (std::size_t i = 0; i < section.lines.size() && i < kMostLines; ++i)
            item.lines.push_back(answerLine(section.lines[i], section.number == kKernelSection, words));
        answers.items.push_back(std::move(item));
    }
    out.blocks.push_back(std::move(answers));
}

void addNumbers(const ReviewTrace& trace, const Words& words, Document& out) {
    out.blocks.push_back(Heading{3, "Four numbers"});
    Grid grid{numberHeads(), {}, 1};
    if (trace.numbers.devices.size() > 1)
        for (const DeviceReport& device : trace.numbers.devices)
            if (device.whole) grid.rows.push_back(numberCells("GPU " + words(device.device), *device.whole));
    const DeviceReport& all = trace.numbers.all;
    if (!all.whole) return out.blocks.push_back(Sentence{"No GPU work in this file: there is nothing to measure."});
    grid.rows.push_back(numberCells("whole trace", *all.whole));
    if (trace.rangeNumbers) grid.rows.push_back(numberCells("the range", *trace.rangeNumbers));
    for (std::size_t i = 0; i < all.steps.size() && i < kMostSteps; ++i) {
        const StepFigures& step = all.steps[i];
        std::string name = step.name;
        if (step.warmup) name += " (warm-up)";
        if (step.cutOff) name += " (cut off)";
        grid.rows.push_back(numberCells(name, step.byWindow));
    }
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
    if (trace.findings.findings.empty())
        out.blocks.push_back(Sentence{!trace.numbers.all.whole ? "None: they are all about GPU work."
                                      : trace.range            ? "None in the range."
                                                               : "None of the nine signatures was seen."});
    const bool several = trace.numbers.devices.size() > 1;
    for (std::size_t i = 0; i < trace.findings.findings.size(); ++i) {
        const Finding& finding = trace.findings.findings[i];
        std::string title(finding.signature->title);
        if (several && !finding.device.empty()) title += ", GPU " + words(finding.device);
        const std::string cost = findingCost(finding, trace.findings);
        out.blocks.push_back(
            Heading{4, std::move(title),
                    fmt::format("{}{}{}", cost, cost.empty() ? "" : ", ", confidenceWord(finding.confidence))});
        List list;
        for (const Evidence& evidence : finding.evidence) list.items.push_back(words(evidenceText(evidence)));
        for (const std::string& reason : finding.lowered) list.items.push_back("not more sure: " + words(reason));
        out.blocks.push_back(std::move(list));
        out.blocks.push_back(Sentence{
            fmt::format("To try: {}. Would refute it: {}.", finding.signature->advice, finding.signature->refute)});
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
            row.push_back(c == 0 ? shortened(words(cells[c][r])) : cells[c][r]);
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
        std::string text; // its lines stay lines
        for (const std::string& line : words.lines(note.text)) text += (text.empty() ? "" : "\n") + line;
        grid.rows.push_back({std::to_string(i + 1), formatOffset((note.begin - zero).count()), std::move(text),
                             shortened(words(about))});
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

void addReview(const ReviewTrace& trace, const Words& words, std::string_view before, Document& out) {
    std::string title = words.nameOf(trace);
    if (!before.empty())
        title[0] = title[0] >= 'A' && title[0] <= 'Z' ? static_cast<char>(title[0] - 'A' + 'a') : title[0];
    out.blocks.push_back(Heading{2, fmt::format("{}{}", before, title)});
    addFigures(trace, out);
    addCapture(trace, words, out);
    addGuide(trace, words, out);
    if (!trace.overview.empty()) out.blocks.push_back(Picture{trace.overview, trace.overviewCaption});
    addNumbers(trace, words, out);
    addFindings(trace, words, out);
    addKernels(trace, words, out);
    addNotes(trace, words, out);
}

} // namespace lanescope::report
