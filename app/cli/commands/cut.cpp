#include "core/session/cut/cut.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/cut_ranks.h"
#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "core/session/range_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::string output, range, ranks, tracks;
    std::optional<std::int64_t> step;
    std::string hideNames;
    bool redact = false;
    Format format = Format::Text;
};

Result<std::vector<std::int64_t>> ranksIn(const std::string& text) {
    std::vector<std::int64_t> out;
    for (const std::string& word : partedByCommas(text)) {
        std::int64_t rank = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), rank);
        if (error != std::errc() || end != word.data() + word.size() || rank < 0)
            return Error{ErrorCode::Usage, "expected ranks parted by commas, found '" + word + "'", "--ranks", ""};
        out.push_back(rank);
    }
    return out;
}

Result<TimeRange> rangeOf(const TraceStore& store, const Request& request) {
    if (request.step) {
        for (const Step& step : store.steps())
            if (step.number == *request.step) return store.range(SliceId{step.slice});
        return Error{ErrorCode::MissingData, fmt::format("expected step {}, found no such step", *request.step),
                     "--step", "lanescope-cli report lists the steps"};
    }
    const auto offsets = parseOffsetRange(request.range);
    if (!offsets.ok()) return offsets.error();
    const RankTime zero = store.extent().begin;
    return TimeRange{zero + Ns{offsets->beginNs}, zero + Ns{offsets->endNs}};
}

// "small.json.gz" -> "small-rank3.json.gz"
std::string outputFor(const std::string& output, const TraceStore& store, std::size_t number) {
    const std::size_t folder = output.rfind('/') == std::string::npos ? 0 : output.rfind('/') + 1;
    const std::size_t dot = std::min(output.find('.', folder + 1), output.size());
    const std::string mark =
        store.info().rank ? fmt::format("-rank{}", *store.info().rank) : fmt::format("-{}", number);
    return output.substr(0, dot) + mark + output.substr(dot);
}

struct Written {
    std::string trace, file;
    cut::Counts counts;
};

ExitCode tell(const std::vector<Written>& files, Format format) {
    Table table{"cut",
                "",
                {{"trace", "trace", Unit::Text},
                 {"file", "cut", Unit::Text},
                 {"slices", "slices", Unit::Count},
                 {"instants", "instants", Unit::Count},
                 {"counters", "counter samples", Unit::Count},
                 {"flows", "arrow ends", Unit::Count}},
                {},
                0,
                {},
                {}};
    Json document;
    document["files"] = Json::array();
    for (const Written& one : files) {
        const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
        const cut::Counts& c = one.counts;
        table.rows.push_back(
            {one.trace, one.file, number(c.slices), number(c.instants), number(c.counters), number(c.flows)});
        Json entry;
        entry["trace"] = one.trace;
        entry["cut"] = one.file;
        entry["slices"] = number(c.slices);
        entry["instants"] = number(c.instants);
        entry["counters"] = number(c.counters);
        entry["flows"] = number(c.flows);
        entry["metadata"] = number(c.metadata);
        entry["hidden_secrets"] = number(c.hiddenSecrets);
        document["files"].push(std::move(entry));
    }
    return emit(document, {table}, format, "");
}

// What one of the traces gives away may stand in all of them. Null: names are kept.
std::shared_ptr<const Redactor> namesOf(const Request& request,
                                        const std::vector<std::pair<std::string, LoadedTrace>>& traces) {
    if (!request.redact) return nullptr;
    Redactor names;
    for (const std::string& word : partedByCommas(request.hideNames)) names.hideWord(word);
    for (const auto& [path, trace] : traces) names.learn(*trace.store, path);
    return std::make_shared<const Redactor>(std::move(names));
}

Status check(const Request& request) {
    if (request.output.empty())
        return Error{ErrorCode::Usage, "expected -o FILE", "cut", "for example -o small.json.gz"};
    if (request.range.empty() == !request.step)
        return Error{ErrorCode::Usage, "expected either --range or --step", "cut", ""};
    if (request.range.empty()) return {};
    const auto range = parseOffsetRange(request.range);
    if (!range.ok()) return range.error();
    return {};
}

} // namespace

ExitCode runCut(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("cut", "Writes a part of a trace as a smaller trace, for Lanescope, Perfetto and HTA.");
    addLoadOptions(parser, request.load, Amount::AtLeastOne);
    parser.text("-o,--output", request.output,
                "the trace to write: .json or .json.gz; several get their rank's number");
    parser.text(
        "--range", request.range,
        "A..B from the start of the trace, of several ranks from the first start on their common clock: 1.5ms..2ms");
    parser.number("--step", request.step, "the time of this ProfilerStep");
    parser.text("--ranks", request.ranks, "only these ranks, parted by commas");
    parser.text("--tracks", request.tracks, "only rows whose name holds one of these words, parted by commas");
    parser.flag("--redact", request.redact, "leave out names of hosts and users and path prefixes");
    parser.text("--hide-names", request.hideNames, "with --redact: further names to leave out, parted by commas");
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;
    if (const Status checked = check(request); !checked.ok()) return complain(checked.error());
    const auto ranks = ranksIn(request.ranks);
    if (!ranks.ok()) return complain(ranks.error());

    const Stopping stopping;
    RunContext context(stopping.token());
    InputLoader loader(request.load, stopping);
    std::vector<std::pair<std::string, LoadedTrace>> traces;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok()) return;
        const auto rank = trace->store->info().rank;
        if (ranks->empty() || (rank && std::find(ranks->begin(), ranks->end(), *rank) != ranks->end()))
            traces.emplace_back(path, std::move(*trace));
    });
    if (!code.ok()) return complain(code.error());
    if (traces.empty() && *code == ExitCode::Ok)
        return complain({ErrorCode::MissingData, "expected one of the ranks, found none of them", "--ranks",
                         "lanescope-cli info tells the rank of each trace"});
    if (traces.empty()) return *code; // said already
    std::vector<Written> written;
    std::vector<TimeRange> common; // of several ranks, by trace
    if (!request.range.empty()) common = rangesOnOneClock(traces, *parseOffsetRange(request.range));
    const std::shared_ptr<const Redactor> names = namesOf(request, traces);
    for (const auto& [path, trace] : traces) {
        const auto range = common.empty() ? rangeOf(*trace.store, request) : common[written.size()];
        if (!range.ok()) return complain(range.error());
        const std::string output =
            traces.size() == 1 ? request.output : outputFor(request.output, *trace.store, written.size() + 1);
        const auto counts = cut::save(trace, {*range, partedByCommas(request.tracks), names}, output, context);
        if (!counts.ok()) return complain(counts.error());
        written.push_back({path, output, *counts});
    }
    const ExitCode told = tell(written, request.format);
    return told != ExitCode::Ok ? told : *code;
}

} // namespace lanescope::cli
