#include "core/analysis/compare/compare.h"

#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"

#include <optional>

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::optional<std::int64_t> step, stepAfter, maxRows;
    bool byShape = false, perStep = false;
    std::string output;
    Format format = Format::Text;
};

Result<CompareSide> sideOf(const Request& request, const std::string& path, const TraceStore& store,
                           std::optional<std::int64_t> step) {
    CompareSide side{store, {}, path};
    side.input.operators = request.byShape ? OperatorGrouping::NameAndShape : OperatorGrouping::Name;
    side.input.work = std::make_shared<const TraceWork>(collectTraceWork(store));
    if (!step) return side;
    for (const Step& known : store.steps())
        if (known.number == *step) side.input.range = store.range(SliceId{known.slice});
    if (!side.input.range)
        return Error{ErrorCode::MissingData, "no ProfilerStep#" + std::to_string(*step) + " in this trace", path,
                     "lanescope-cli info lists the steps"};
    return side;
}

ExitCode answer(const Request& request, const std::string& pathA, const TraceStore& a, const std::string& pathB,
                const TraceStore& b, RunContext& context) {
    const auto before = sideOf(request, pathA, a, request.step);
    if (!before.ok()) return complain(before.error());
    const auto after = sideOf(request, pathB, b, request.stepAfter ? request.stepAfter : request.step);
    if (!after.ok()) return complain(after.error());
    auto tables = compareTraces(*before, *after, request.perStep ? PerWhat::Step : PerWhat::Trace, context);
    if (!tables.ok()) return complain(tables.error());
    for (Table& table : *tables) {
        table.rowSlices.clear();
        const auto limit = static_cast<std::size_t>(request.maxRows.value_or(0));
        if (!request.maxRows || table.rows.size() <= limit) continue;
        table.notes.push_back(std::to_string(table.rows.size() - limit) + " more are not listed");
        table.rows.resize(limit);
    }
    return emitText(render(*tables, request.format), request.output);
}

} // namespace

ExitCode runCompare(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("compare", "What changed from one trace to another: numbers, kernels, operators, ranges.");
    addLoadOptions(parser, request.load, Amount::Two);
    parser.number("--step", request.step, "only this ProfilerStep of both");
    parser.number("--step-after", request.stepAfter, "of the second trace this one");
    parser.flag("--per-step", request.perStep, "counts and times per step, warm-up left out");
    parser.flag("--by-shape", request.byShape, "operators: each input shape on its own");
    parser.number("--max-rows", request.maxRows, "at most so many rows of each table");
    parser.text("-o,--output", request.output, "write to this file");
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;

    const Stopping stopping;
    RunContext context(stopping.token());
    InputLoader loader(request.load, stopping);
    std::vector<std::pair<std::string, LoadedTrace>> traces;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (trace.ok()) traces.emplace_back(path, std::move(*trace));
    });
    if (!code.ok()) return complain(code.error());
    if (*code != ExitCode::Ok) return *code;
    if (traces.size() != 2)
        return complain({ErrorCode::Usage, "expected two traces, found " + std::to_string(traces.size()), "compare",
                         "a folder or archive stands for all traces in it"});
    return answer(request, traces[0].first, *traces[0].second.store, traces[1].first, *traces[1].second.store, context);
}

} // namespace lanescope::cli
