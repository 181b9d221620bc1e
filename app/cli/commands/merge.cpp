#include "app/cli/commands/commands.h"
#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/save.h"
#include "core/session/index_writing.h"
#include "core/session/ranks/merged_trace.h"

#include <algorithm>

namespace lanescope::cli {
namespace {

// The trace behind a record: read again (from its index, where there is one), so that one is in memory at a time.
Result<LoadedTrace> traceOf(const align::RankRecord& record, const RankRequest& request, const Stopping& stopping) {
    const auto sources = traceSources(record.file, stopping.token());
    if (!sources.ok()) return sources.error();
    auto rules = rulesIn(request.load.rulesFile);
    if (!rules.ok()) return rules.error();
    LoadOptions options;
    options.threads = static_cast<unsigned>(std::min<std::int64_t>(request.load.threads.value_or(0), 1024));
    options.rules = *rules;
    options.useIndex = !request.load.noIndex;
    options.member = sources->front().member;
    options.rank = record.rank;
    RunContext context(stopping.token());
    return loadTrace(sources->front().path, options, context);
}

bool isOneFilePerRank(const RankSet& set) {
    for (std::size_t r = 1; r < set.records.size(); ++r)
        for (std::size_t other = 0; other < r; ++other)
            if (set.records[r].file == set.records[other].file) return false;
    return true;
}

} // namespace

ExitCode runMerge(const Arguments& arguments) {
    RankRequest request;
    std::string output;
    ArgumentParser parser("merge", "Writes the traces of several ranks as one Chrome trace on one clock, for viewers "
                                   "that open a single file. Ids of the ranks are kept apart.");
    parser.positional("FILE", request.load.inputs, Amount::AtLeastOne, "traces, a folder or an archive of them");
    addRankOptions(parser, request);
    parser.text("-o,--output", output, "the trace to write");
    if (const auto over = parser.parse(arguments)) return *over;
    if (output.empty()) return complain({ErrorCode::Usage, "expected -o FILE", "merge", "for example -o merged.json"});
    const Stopping stopping;
    auto inputs = readRanks(request, stopping);
    if (!inputs.ok()) return complain(inputs.error());
    const ExitCode code = inputs->code;
    const auto set = rankSetOf(request, std::move(*inputs));
    if (!set.ok()) return code != ExitCode::Ok ? code : complain(set.error());
    if (!isOneFilePerRank(*set))
        return complain({ErrorCode::MissingData, "expected a trace per rank, found a file with several", "merge",
                         "summaries and timelines of whole jobs cannot be merged"});
    std::optional<Error> failed;
    const Status saved = saveFile(output, [&](const FileOutput& write) {
        MergedTraceWriter writer(*set, write);
        bool ok = writer.begin();
        for (std::size_t r = 0; ok && r < set->records.size(); ++r) {
            auto trace = traceOf(set->records[r], request, stopping);
            if (!trace.ok()) {
                failed = trace.error();
                return false;
            }
            ok = writer.addRank(r, *trace->store, stopping.token()) && !stopping.token().stop_requested();
        }
        return ok && writer.end();
    });
    if (failed) return complain(*failed);
    if (stopping.token().stop_requested())
        return complain({ErrorCode::Cancelled, "stopped before the end", output, ""});
    if (!saved.ok()) return complain(saved.error());
    return code;
}

} // namespace lanescope::cli
