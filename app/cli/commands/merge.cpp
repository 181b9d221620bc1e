#include "app/cli/commands/commands.h"
#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/console.h"
#include "core/session/ranks/save_merged.h"

namespace lanescope::cli {
namespace {

Result<LoadOptions> loadOptionsOf(const RankRequest& request) {
    auto rules = rulesIn(request.load.rulesFile);
    if (!rules.ok()) return rules.error();
    LoadOptions options;
    options.threads = static_cast<unsigned>(std::min<std::int64_t>(request.load.threads.value_or(0), 1024));
    options.rules = *rules;
    options.useIndex = !request.load.noIndex;
    return options;
}

} // namespace

ExitCode runMerge(const Arguments& arguments) {
    RankRequest request;
    std::string output, hidden;
    bool redact = false;
    ArgumentParser parser("merge", "Writes the traces of several ranks as one Chrome trace on one clock, for viewers "
                                   "that open a single file. Ids of the ranks are kept apart.");
    parser.positional("FILE", request.load.inputs, Amount::AtLeastOne, "traces, a folder or an archive of them");
    addRankOptions(parser, request);
    parser.text("-o,--output", output, "the trace to write: .json or .json.gz");
    parser.flag("--redact", redact, "without names of hosts, users and folders");
    parser.text("--hide-names", hidden, "with --redact: further names to leave out, parted by commas");
    if (const auto over = parser.parse(arguments)) return *over;
    if (output.empty()) return complain({ErrorCode::Usage, "expected -o FILE", "merge", "for example -o merged.json"});
    const Stopping stopping;
    auto inputs = readRanks(request, stopping);
    if (!inputs.ok()) return complain(inputs.error());
    const ExitCode code = inputs->code;
    const std::vector<RankSource> sources = inputs->sources;
    const auto set = rankSetOf(request, std::move(*inputs));
    if (!set.ok()) return code != ExitCode::Ok ? code : complain(set.error());
    const auto load = loadOptionsOf(request);
    if (!load.ok()) return complain(load.error());
    MergedTraceOptions options;
    options.event = request.align.starts_with("event:") ? request.align.substr(6) : std::string();
    options.namesLeftOut = redact;
    options.hidden = partedByCommas(hidden);
    RunContext context(stopping.token());
    const auto saved = saveMerged(*set, sources, output, options, *load, context);
    return saved.ok() ? code : complain(saved.error());
}

} // namespace lanescope::cli
