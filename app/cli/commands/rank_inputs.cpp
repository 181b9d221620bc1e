#include "app/cli/commands/rank_inputs.h"

#include "app/cli/frame/console.h"
#include "app/cli/frame/progress_line.h"
#include "core/align/layout_given.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lanescope::cli {
namespace {

constexpr std::string_view kEventPrefix = "event:";

std::optional<align::AlignBy> alignCalled(const std::string& word) {
    if (word == "none") return align::AlignBy::None;
    if (word == "step-start") return align::AlignBy::StepStart;
    if (word == "ends") return align::AlignBy::CollectiveEnds;
    if (word.starts_with(kEventPrefix) && word.size() > kEventPrefix.size()) return align::AlignBy::Event;
    return std::nullopt;
}

Status checkAlign(const RankRequest& request) {
    if (request.align.empty() || alignCalled(request.align)) return {};
    return Error{ErrorCode::Usage, "expected none, step-start, ends or event:NAME, found '" + request.align + "'",
                 "--align", ""};
}

std::string lastPartOf(const std::string& source) { return source.substr(source.find_last_of('/') + 1); }

bool isOutput(const std::filesystem::path& path, const RankRequest& request) {
    std::error_code error;
    return !request.output.empty() && std::filesystem::equivalent(path, request.output, error);
}

Result<std::vector<RankSource>> sourcesOf(const RankRequest& request, const Stopping& stopping, RankInputs& inputs) {
    std::vector<RankSource> out;
    std::vector<TraceSource> plain;
    for (const std::string& input : request.load.inputs) {
        auto found = rankSources({&input, 1}, stopping.token());
        if (!found.ok() && found.error().code == ErrorCode::Cancelled) return found;
        if (!found.ok()) {
            const ExitCode said = complain(found.error());
            if (inputs.code == ExitCode::Ok) inputs.code = said;
            inputs.failed.emplace_back(input, found.error());
            continue;
        }
        for (RankSource& source : *found) {
            if (isOutput(source.source.path, request) && !isOutput(input, request)) {
                inputs.reading.push_back({"not read, as it is written anew: ", source.source.fileName(), {}});
                continue;
            }
            plain.push_back(source.source);
            out.push_back(std::move(source));
        }
    }
    const auto ranks = ranksBySource(request.load.ranks, plain);
    if (!ranks.ok()) return ranks.error();
    for (const auto& [at, rank] : *ranks) out[at].rank = rank;
    return out;
}

} // namespace

void addRankOptions(ArgumentParser& parser, RankRequest& request) {
    addTraceOptions(parser, request.load);
    parser.text("--align", request.align,
                "how clocks are laid together: ends (of collectives, the default), step-start, event:NAME, none");
}

Result<RankInputs> readRanks(const RankRequest& request, const Stopping& stopping) {
    if (const Status status = checkAlign(request); !status.ok()) return status.error();
    auto rules = rulesIn(request.load.rulesFile);
    if (!rules.ok()) return rules.error();
    RankInputs inputs;
    const auto sources = sourcesOf(request, stopping, inputs);
    if (!sources.ok()) return sources.error();
    LoadRanksOptions options;
    options.load.threads = static_cast<unsigned>(std::min<std::int64_t>(request.load.threads.value_or(0), 1024));
    options.load.rules = *rules;
    options.load.useIndex = !request.load.noIndex;
    if (request.align.starts_with(kEventPrefix)) options.alignEvent = request.align.substr(kEventPrefix.size());
    RunContext context(stopping.token());
    const ProgressLine line(fmt::format("reading {} ranks", sources->size()), context.progress());
    auto loaded = loadRanks(*sources, options, context);
    if (!loaded.ok()) return loaded.error();
    for (const auto& [source, error] : loaded->failed) {
        const ExitCode said = complain(error);
        if (inputs.code == ExitCode::Ok) inputs.code = said;
    }
    std::move(loaded->failed.begin(), loaded->failed.end(), std::back_inserter(inputs.failed));
    if (!loaded->inSummaries.empty())
        inputs.reading.push_back(
            {fmt::format("{} traces are not read: summaries beside them hold them", loaded->inSummaries.size())});
    if (const std::size_t newer = loaded->newer.size(); newer > 0)
        inputs.reading.push_back(
            {{},
             lastPartOf(loaded->newer.front()),
             fmt::format(" {} newer than the summary beside it and read anew",
                         newer == 1 ? std::string("is") : fmt::format("and {} more are", newer - 1))});
    if (const std::size_t skipped = loaded->skipped.size(); skipped == 1)
        inputs.reading.push_back({"no trace, skipped: ", loaded->skipped.front(), {}});
    else if (skipped > 1)
        inputs.reading.push_back(
            {fmt::format("{} files are no traces and skipped: ", skipped), loaded->skipped.front(), " and others"});
    inputs.records = std::move(loaded->records);
    inputs.eventStarts = std::move(loaded->eventStarts);
    inputs.sources = *sources;
    return inputs;
}

namespace {

Result<RankSet> alignedAs(align::AlignBy by, RankInputs inputs) {
    if (by != align::AlignBy::Event) return makeRankSet(std::move(inputs.records), by);
    for (std::size_t r = 0; r < inputs.records.size(); ++r)
        if (!inputs.eventStarts[r])
            return Error{ErrorCode::MissingData, "no event of that name", inputs.records[r].file,
                         "--align event:NAME wants the whole name of a slice that every rank has"};
    // Records are sorted by the set: their events go with them.
    std::vector<std::pair<std::string, std::int64_t>> starts;
    for (std::size_t r = 0; r < inputs.records.size(); ++r)
        starts.emplace_back(inputs.records[r].file, *inputs.eventStarts[r]);
    RankSet set = makeRankSet(std::move(inputs.records), align::AlignBy::None);
    std::vector<std::optional<std::int64_t>> sorted(set.records.size());
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const auto& [file, start] : starts)
            if (file == set.records[r].file) sorted[r] = start;
    set.alignment = align::alignRanks(set.records, set.matching, align::AlignBy::Event, sorted);
    return set;
}

} // namespace

Result<RankSet> rankSetOf(const RankRequest& request, RankInputs inputs) {
    if (inputs.records.empty())
        return Error{ErrorCode::MissingData, "expected traces of several ranks, found none", "",
                     inputs.reading.empty() ? std::string() : inputs.reading.front().text()};
    std::vector<ReadNote> reading = std::move(inputs.reading);
    std::vector<std::pair<std::string, std::string>> failed;
    for (const auto& [source, error] : inputs.failed) failed.emplace_back(source, error.message);
    const auto by = alignCalled(request.align);
    auto set = by ? alignedAs(*by, std::move(inputs)) : Result<RankSet>(makeRankSet(std::move(inputs.records)));
    if (!set.ok()) return set;
    set->reading = std::move(reading);
    set->failed = std::move(failed);
    if (request.layout.empty()) return set;
    auto layout = align::givenLayout(set->records, request.layout);
    if (!layout.ok()) {
        Error error = layout.error();
        error.place = "--layout";
        return error;
    }
    set->layout = std::move(*layout);
    return set;
}

std::vector<std::string> partedByCommas(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        if (end > at) out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

} // namespace lanescope::cli
