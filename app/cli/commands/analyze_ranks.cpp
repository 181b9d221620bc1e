#include "app/cli/commands/analyze_ranks.h"

#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "core/analysis/analysis.h"
#include "core/session/path_patterns.h"
#include "core/session/ranks/rank_summary.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lanescope::cli {
namespace {

// The first word that is no option and names an analysis of ranks.
const RankAnalysisInfo* askedFor(const Arguments& arguments) {
    for (const auto& word : arguments)
        if (const RankAnalysisInfo* analysis = findRankAnalysis(word)) return analysis;
    return nullptr;
}

bool isSummaryFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    char head[256] = {};
    file.read(head, sizeof head);
    return looksLikeSummary({head, static_cast<std::size_t>(file.gcount())});
}

// An analysis of one trace has the same name: how many traces are there?
bool meansOneTrace(const RankAnalysisInfo& analysis, const Arguments& arguments) {
    if (!findAnalysis(analysis.id)) return false;
    std::size_t traces = 0;
    std::error_code error;
    for (const auto& word : arguments) {
        if (word == analysis.id) continue;
        const auto paths = pathsOf(word); // a pattern stands for several
        for (const std::string& path : paths.ok() ? *paths : std::vector<std::string>{}) {
            if (std::filesystem::is_directory(path, error)) traces += 2;
            if (!std::filesystem::is_regular_file(path, error)) continue;
            const auto inside = traceSources(path); // an archive holds several
            traces += isSummaryFile(path) ? 2 : inside.ok() ? inside->size() : 1;
        }
    }
    return traces < 2;
}

// CSV has no sentences below its tables: the clocks that its times are on follow as a table, with how they were laid.
void addClocks(const RankAnalysisInfo& asked, const RankSet& set, const RankQuestion& question,
               std::vector<Table>& tables) {
    const auto clocks = findRankAnalysis("alignment")->run(set, question);
    if (asked.id != "alignment" && clocks.ok()) tables.push_back(clocks->tables.front());
    Table& last = tables.back();
    last.columns.push_back({"alignment", "clocks laid by", Unit::Text});
    last.columns.push_back({"overall_residual_ns", "residual of all", Unit::Nanoseconds});
    const std::string by(align::alignByWord(set.alignment.by));
    for (auto& row : last.rows) {
        row.emplace_back(by);
        row.emplace_back(set.alignment.residualNs);
    }
}

} // namespace

std::optional<ExitCode> runRankAnalysis(const Arguments& arguments) {
    const RankAnalysisInfo* analysis = askedFor(arguments);
    if (!analysis || meansOneTrace(*analysis, arguments)) return std::nullopt;
    RankRequest request;
    RankQuestion question;
    std::vector<std::string> words;
    std::string output;
    std::optional<std::int64_t> maxRows;
    Format format = Format::Text;
    ArgumentParser parser("analyze", "Lays the traces of several ranks beside each other: stragglers, collectives, "
                                     "heatmap, alignment. Files, folders, archives and summaries are taken.");
    parser.positional("ID", words, Amount::AtLeastOne, "the analysis, then traces or summaries");
    addRankOptions(parser, request);
    parser.text("--layout", request.layout,
                "the job's layout, the innermost dimension first: tp=2,pp=4,dp=8 (else read from the groups)");
    parser.text("--metric", question.metric, "heatmap: step_time, busy, compute, exposed_comm, waiting, idle ...");
    parser.number("--ranks-per-node", question.ranksPerNode, "stragglers: sum up by node");
    parser.number("--max-rows", maxRows, "rows of lists of single events (200)");
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    if (maxRows) question.maxRows = static_cast<std::size_t>(*maxRows);
    for (const std::string& word : words)
        if (word != analysis->id) request.load.inputs.push_back(word);
    if (request.load.inputs.empty())
        return complain({ErrorCode::Usage, "expected an ID and files or a folder", "analyze", ""});

    const Stopping stopping;
    auto inputs = readRanks(request, stopping);
    if (!inputs.ok()) return complain(inputs.error());
    const ExitCode code = inputs->code;
    const auto set = rankSetOf(request, std::move(*inputs));
    if (!set.ok()) return code != ExitCode::Ok ? code : complain(set.error());
    question.stop = stopping.token();
    const auto answer = analysis->run(*set, question);
    if (!answer.ok()) return complain(answer.error());
    std::vector<Table> tables = answer->tables;
    if (format == Format::Csv) addClocks(*analysis, *set, question, tables);
    const ExitCode emitted = emit(answer->document, tables, format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
