#include "app/cli/commands/commands.h"
#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "core/session/ranks/rank_summary.h"

#include <algorithm>

namespace lanescope::cli {

ExitCode runSummarize(const Arguments& arguments) {
    RankRequest request;
    std::string output;
    ArgumentParser parser("summarize", "Writes what is needed of each rank to compare it with others: collectives, "
                                       "steps and their figures. Summaries are taken as inputs too, so that many are "
                                       "merged into one; 'analyze stragglers' and the like read them as traces.");
    parser.positional("FILE", request.load.inputs, Amount::AtLeastOne, "traces, folders, archives, summaries");
    addTraceOptions(parser, request.load);
    parser.text("-o,--output", output, "write to this file");
    if (const auto over = parser.parse(arguments)) return *over;
    const Stopping stopping;
    request.output = output;
    auto inputs = readRanks(request, stopping);
    if (!inputs.ok()) return complain(inputs.error());
    for (const ReadNote& note : inputs->reading) // said, no failure
        (void)complain({ErrorCode::MissingData, note.text(), "summarize", ""});
    if (inputs->records.empty())
        return inputs->code != ExitCode::Ok
                   ? inputs->code
                   : complain({ErrorCode::MissingData, "expected traces, found none", "summarize", ""});
    std::stable_sort(inputs->records.begin(), inputs->records.end(),
                     [](const auto& a, const auto& b) { return a.rank && (!b.rank || *a.rank < *b.rank); });
    const ExitCode written = emitText(summaryText(inputs->records), output);
    return written != ExitCode::Ok ? written : inputs->code;
}

} // namespace lanescope::cli
