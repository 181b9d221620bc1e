#include "core/synth/synth.h"
#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/progress_line.h"
#include "app/cli/frame/stopping.h"

#include <algorithm>

namespace lanescope::cli {
namespace {

struct Request {
    std::vector<std::string> kind;
    std::string output, size;
    std::string cause, missingRanks;
    std::optional<std::int64_t> seed, ranks, steps, straggler;
    std::optional<double> strength, clockOffset, drift;
    bool withStack = false, list = false, shiftedWindows = false;
    Format format = Format::Text;
};

ExitCode listKinds(Format format) {
    Table table{"synth_kinds", "", {}, {}, 0, {}, {}};
    table.columns = {
        {"kind", "kind", Unit::Text}, {"title", "what it shows", Unit::Text}, {"ranks", "ranks", Unit::Count}};
    Json document;
    document["kinds"] = Json::array();
    for (const synth::KindInfo& kind : synth::kinds()) {
        table.rows.push_back({std::string(kind.id), std::string(kind.title), std::int64_t{kind.defaultRanks}});
        Json entry;
        entry["kind"] = kind.id;
        entry["title"] = kind.title;
        entry["ranks"] = kind.defaultRanks;
        document["kinds"].push(std::move(entry));
    }
    return emit(document, {table}, format, "");
}

const synth::KindInfo* kindCalled(std::string_view id) {
    for (const synth::KindInfo& kind : synth::kinds())
        if (kind.id == id) return &kind;
    return nullptr;
}

std::vector<std::string> splitAt(const std::string& text, char at) {
    std::vector<std::string> out(1);
    for (const char c : text)
        if (c == at)
            out.emplace_back();
        else
            out.back() += c;
    return out;
}

// The most ranks that one of the kinds of "a+b" needs. Errors: Usage.
Result<unsigned> ranksOfKinds(const std::string& kinds) {
    unsigned ranks = 1;
    for (const std::string& id : splitAt(kinds, '+')) {
        const synth::KindInfo* kind = kindCalled(id);
        if (!kind)
            return Error{ErrorCode::Usage, "no kind is called '" + id + "'", "synth",
                         "lanescope-cli synth --list shows them; join several with '+'"};
        ranks = std::max(ranks, kind->defaultRanks);
    }
    return ranks;
}

// Options of several ranks. Errors: Usage.
Status takeRankOptions(const Request& request, synth::SynthOptions& options) {
    constexpr std::int64_t kMostRanks = 1024;
    if (request.straggler) options.straggler = static_cast<unsigned>(std::min(*request.straggler, kMostRanks));
    if (!request.cause.empty()) {
        constexpr std::string_view kCauses[] = {"auto", "slow-compute", "more-work", "late-host", "late-input"};
        if (std::find(std::begin(kCauses), std::end(kCauses), request.cause) == std::end(kCauses))
            return Error{ErrorCode::Usage, "no cause is called '" + request.cause + "'", "--cause",
                         "there are: slow-compute, more-work, late-host, late-input, auto"};
        options.cause = request.cause;
    }
    if (request.clockOffset) options.clockOffsetSeconds = *request.clockOffset;
    if (request.drift) options.driftPpm = *request.drift;
    options.shiftedWindows = request.shiftedWindows;
    if (request.missingRanks.empty()) return {};
    for (const std::string& text : splitAt(request.missingRanks, ',')) {
        const auto number = parseSize(text);
        if (!number || *number >= options.ranks)
            return Error{ErrorCode::Usage, "expected ranks of the job, found '" + text + "'", "--missing-ranks",
                         "for example 1,3"};
        options.missingRanks.push_back(static_cast<unsigned>(*number));
    }
    return {};
}

Result<synth::SynthOptions> optionsOf(const Request& request) {
    if (request.kind.size() != 1)
        return Error{ErrorCode::Usage, "expected one KIND", "synth", "lanescope-cli synth --list shows them"};
    const auto ranks = ranksOfKinds(request.kind[0]);
    if (!ranks.ok()) return ranks.error();
    if (request.output.empty())
        return Error{ErrorCode::Usage, "expected -o FILE", "synth", "a name that ends in .gz or .zst is compressed"};
    synth::SynthOptions options;
    options.kind = request.kind[0];
    options.ranks = *ranks;
    if (request.seed) options.seed = static_cast<std::uint64_t>(*request.seed);
    if (request.ranks) options.ranks = static_cast<unsigned>(*request.ranks);
    if (request.steps) options.steps = static_cast<unsigned>(*request.steps);
    if (request.strength) options.strength = *request.strength;
    options.withStack = request.withStack;
    if (Status status = takeRankOptions(request, options); !status.ok()) return status.error();
    if (!request.size.empty()) {
        const auto size = parseSize(request.size);
        if (!size)
            return Error{ErrorCode::Usage, "expected a size, found '" + request.size + "'", "--size",
                         "for example 200M or 1.5G (of uncompressed JSON per rank)"};
        options.targetBytes = *size;
    }
    return options;
}

} // namespace

ExitCode runSynth(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("synth", "Makes a trace like the PyTorch profiler's, with its right answers beside it.");
    parser.positional("KIND", request.kind, Amount::Any, "what the trace shows; see --list; several as a+b");
    parser.flag("--list", request.list, "list the kinds");
    parser.text("-o,--output", request.output, "the trace to write; .gz and .zst are compressed; a folder for ranks");
    parser.text("--size", request.size, "uncompressed JSON per rank, for example 1G");
    parser.number("--seed", request.seed, "the same seed gives the same bytes (1)");
    parser.number("--ranks", request.ranks, "how many ranks, one file each");
    parser.number("--steps", request.steps, "how many steps");
    parser.decimal("--strength", request.strength, "how bad it is: 0 = not at all, 1 = as usual");
    parser.flag("--with-stack", request.withStack, "with python frames");
    parser.number("--straggler", request.straggler, "which rank is late (by the seed)");
    parser.text("--cause", request.cause, "why: slow-compute, more-work, late-host or late-input (by the seed)");
    parser.decimal("--clock-offset", request.clockOffset, "clocks of the ranks are off by up to so many seconds");
    parser.decimal("--drift", request.drift, "and run fast or slow by up to so many millionths");
    parser.text("--missing-ranks", request.missingRanks, "ranks whose files are not written, for example 1,3");
    parser.flag("--shifted-windows", request.shiftedWindows, "ranks start and stop recording in different steps");
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;
    if (request.list) return listKinds(request.format);

    const auto options = optionsOf(request);
    if (!options.ok()) return complain(options.error());
    const Stopping stopping;
    RunContext context(stopping.token());
    const auto files = [&] {
        const ProgressLine line("writing " + request.output, context.progress());
        return synth::write(*options, request.output, context);
    }();
    if (!files.ok()) return complain(files.error());

    Table table{"synth", "", {{"trace", "trace", Unit::Text}, {"answers", "answers", Unit::Text}}, {}, 0, {}, {}};
    Json document;
    document["files"] = Json::array();
    for (const synth::SynthFile& file : *files) {
        table.rows.push_back({file.trace.string(), file.answers.string()});
        Json entry;
        entry["trace"] = file.trace.string();
        entry["answers"] = file.answers.string();
        document["files"].push(std::move(entry));
    }
    return emit(document, {table}, request.format, "");
}

} // namespace lanescope::cli
