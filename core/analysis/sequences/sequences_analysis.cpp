#include "core/analysis/builtin_analyses.h"
#include "core/analysis/sequences/sequences.h"
#include "core/query/short_names.h"

#include <fmt/format.h>

namespace lanescope {

namespace {

Table tableOf(const TraceStore& store, const char* id, const char* title) {
    return makeTable(store, id, title,
                     {{"device", "device", Unit::Text},
                      {"operator", "operator", Unit::Text},
                      {"kernels", "kernels", Unit::Text},
                      {"length", "length", Unit::Count},
                      {"count", "count", Unit::Count},
                      {"kernel_ns", "time of the kernels", Unit::Nanoseconds},
                      {"gap_ns", "gaps between them", Unit::Nanoseconds},
                      {"operator_ns", "CPU time of the operators", Unit::Nanoseconds}});
}

constexpr std::size_t kNamesShown = 16; // of longer ones the first and the last

std::string textOf(const Sequence& s, ShortNames& names) {
    std::string text;
    for (std::size_t i = 0; i < s.first.size(); ++i) {
        if (!text.empty()) text += " > ";
        text += names.of(s.first[i]);
        if (s.first.size() <= kNamesShown || i + 1 != kNamesShown / 2) continue;
        text += fmt::format(" > ... {} more ...", s.first.size() - kNamesShown);
        i += s.first.size() - kNamesShown;
    }
    return text;
}

void addRows(Table& out, const AnalysisInput& input, const std::string& device, std::vector<Sequence> all,
             ShortNames& names) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i >= input.maxRows) {
            out.notes.push_back(fmt::format("device {}: {} more are not listed", device, all.size() - i));
            return;
        }
        Sequence& s = all[i];
        const std::string text = textOf(s, names);
        out.rows.push_back({device, textCell(s.op), text, countCell(s.names.size()), countCell(s.count), s.kernelNs,
                            s.gapNs, s.op.empty() ? Cell() : Cell(s.opNs)});
        out.rowSlices.push_back(std::move(s.first));
    }
}

} // namespace

Result<AnalysisResult> analyseSequences(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    Table byOperator = tableOf(store, "operator_sequences", "Kernel sequences of operators");
    Table byStream = tableOf(store, "stream_sequences", "Kernel sequences of streams");
    ShortNames names(store);
    for (const WindowedDevice& device : devicesOf(store, input)) {
        addRows(byOperator, input, device.name, operatorSequences(store, device, context), names);
        if (context.stopRequested()) return stoppedError();
        addRows(byStream, input, device.name, streamSequences(store, device, context), names);
        if (context.stopRequested()) return stoppedError();
    }
    byOperator.notes.push_back("gaps: what a single kernel in place of the sequence saves at least; an operator whose "
                               "kernels all come from one operator inside gives way to that one");
    byStream.notes.push_back(
        fmt::format("neighbours on a stream, occurrences that do not overlap; from {} kernels on as long as all "
                    "occurrences go on alike; part of a longer one that is as frequent: left out",
                    kShortSequence));
    AnalysisResult out;
    out.tables = {std::move(byOperator), std::move(byStream)};
    return out;
}

} // namespace lanescope
