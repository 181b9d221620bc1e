#include "core/analysis/findings/find_findings.h"
#include "core/export/display_width.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/findings_gate.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/tables.h"
#include "core/export/findings_text.h"
#include "core/session/ranks/rank_findings.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::vector<std::string> thresholds;
    std::string thresholdFile, output;
    GateRequest gate;
    bool list = false, apart = false;
    Format format = Format::Text;
};

Result<Thresholds> thresholdsOf(const Request& request) {
    Thresholds out;
    if (!request.thresholdFile.empty()) {
        std::ifstream file(request.thresholdFile, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        if (!file || text.str().size() > 1'000'000)
            return Error{ErrorCode::NotReadable, "expected a readable file of at most 1 MB", request.thresholdFile, {}};
        if (Status status = out.setLines(text.str()); !status.ok()) {
            Error error = status.error();
            error.place = request.thresholdFile + ": " + error.place;
            return error;
        }
    }
    for (const std::string& one : request.thresholds)
        if (Status status = out.set(one); !status.ok()) return status.error();
    return out;
}

struct Loaded {
    std::string path;
    std::shared_ptr<const TraceStore> store;
};

// Several files are the ranks of one job when each says its own rank.
bool areRanksOfOneJob(const std::vector<Loaded>& traces) {
    std::set<std::int64_t> ranks;
    for (const Loaded& t : traces)
        if (!t.store->info().rank || !ranks.insert(*t.store->info().rank).second) return false;
    return traces.size() > 1;
}

Result<std::vector<FindingsResult>> judge(const std::vector<Loaded>& traces, const FindingOptions& options, bool oneJob,
                                          RunContext& context) {
    std::vector<FindingsResult> out;
    if (oneJob) {
        std::vector<RankInput> ranks;
        for (const Loaded& t : traces) ranks.push_back({*t.store->info().rank, t.store.get(), {}});
        return findJobFindings(ranks, options, context);
    }
    for (const Loaded& t : traces) {
        auto one = findFindings(*t.store, options, context);
        if (!one.ok()) return one.error();
        out.push_back(std::move(*one));
    }
    return out;
}

std::string heading(const Loaded& trace, Format format) {
    const auto& rank = trace.store->info().rank;
    return fmt::format("{}{}{}\n\n", format == Format::Markdown ? "## " : "", trace.path,
                       rank ? fmt::format(" (rank {})", *rank) : std::string());
}

class Answer {
public:
    explicit Answer(const Request& request) : m_request(request) { m_document["files"] = Json::array(); }

    void add(const Loaded& trace, const FindingsResult& result) {
        const CardStyle style = m_request.format == Format::Markdown ? CardStyle::Markdown : CardStyle::Text;
        m_text += heading(trace, m_request.format) + findingsText(*trace.store, result, style) + "\n";
        addTables(m_tables, {findingsTable(*trace.store, result)}, {trace.path, trace.store->info().rank},
                  m_request.format);
        Json file = findingsJson(*trace.store, result);
        file["file"] = trace.path;
        file["rank"] = trace.store->info().rank;
        m_document["files"].push(std::move(file));
    }
    void addUnread(const std::string& path, const Error& error) { m_document["files"].push(errorJson(path, error)); }
    void addGate(const std::vector<GateLine>& lines) {
        if (lines.empty()) return;
        m_document["gate"] = Json::array();
        m_text += m_request.format == Format::Markdown ? "## Gate\n\n" : "Gate\n";
        for (const GateLine& line : lines) {
            Json one;
            one["passed"] = line.passed;
            one["text"] = line.text;
            m_document["gate"].push(std::move(one));
            m_text += fmt::format("- {}: {}\n", line.passed ? "passed" : "FAILED", line.text);
        }
    }
    void addThresholds(const Thresholds& thresholds) {
        const std::string changed = thresholds == Thresholds() ? "default" : "changed";
        m_text += fmt::format("Thresholds: {} (lanescope-cli findings --thresholds shows them)\n", changed);
        if (changed == "default") return;
        const Thresholds standard;
        for (const LimitInfo& info : limitTable())
            if (thresholds[info.limit] != standard[info.limit])
                m_text += fmt::format("- {}={}\n", info.name, limitText(info, thresholds[info.limit]));
    }
    ExitCode emitAll() const {
        if (m_request.format == Format::Json || m_request.format == Format::Csv)
            return emit(m_document, m_tables, m_request.format, m_request.output);
        return emitText(printableLines(m_text), m_request.output);
    }

private:
    const Request& m_request;
    Json m_document;
    std::string m_text;
    std::vector<Table> m_tables;
};

void declare(ArgumentParser& parser, Request& request) {
    parser.positional("FILE", request.load.inputs, Amount::Any,
                      "traces; files that name different ranks are one job, so that a straggler can be named");
    addTraceOptions(parser, request.load);
    parser.flag("--apart", request.apart, "each file on its own, also when they are ranks of one job");
    parser.texts("--threshold", request.thresholds,
                 "NAME=VALUE, for example launch.max_median_kernel=10us; repeatable");
    parser.text("--threshold-file", request.thresholdFile, "such lines in a file; '#' starts a comment");
    parser.flag("--thresholds", request.list, "print the table of thresholds");
    parser.text("--fail-on", request.gate.failOn,
                "exit 12 when a finding (healthy is none) is at least so sure: possible, likely, confirmed; or so "
                "costly: low, medium, high");
    parser.text("--max-exposed-comm", request.gate.maxExposedComm, "exit 12 when more of the time, for example 5%");
    parser.text("--max-idle", request.gate.maxIdle, "exit 12 when the GPU is idle for more of the time");
    parser.text("--min-busy", request.gate.minBusy, "exit 12 when the GPU is busy for less of the time");
    parser.text("--max-step-time", request.gate.maxStepTime,
                "exit 12 when the mean step takes longer, for example 12ms");
    parser.text("--baseline", request.gate.baseline, "a trace (or folder of ranks) of before; needs --max-slower");
    parser.text("--max-slower", request.gate.maxSlower,
                "exit 12 when the mean step takes longer than the baseline's by more than this share");
    parser.texts("--max-cost", request.gate.maxCosts, "ID=SHARE: exit 12 when this finding costs more; repeatable");
    parser.text("-o,--output", request.output, "write to this file");
    parser.format(request.format);
}

// Of several ranks the slowest.
Result<SteadyMean> baselineSteps(const Request& request, const Stopping& stopping) {
    LoadRequest load = request.load;
    load.inputs = {request.gate.baseline};
    SteadyMean out;
    std::optional<Error> failed;
    const auto code = InputLoader(load, stopping).forEach([&](const std::string&, Result<LoadedTrace> trace) {
        if (!trace.ok()) {
            failed = trace.error();
            return;
        }
        const SteadyMean steps = steadyMean(*trace->store);
        if (steps.meanNs() > out.meanNs()) out = steps;
    });
    if (!code.ok()) return code.error();
    if (failed) return *failed;
    return out;
}

ExitCode listThresholds(const Request& request, const Thresholds& thresholds) {
    Json document;
    document["thresholds"] = Json::object();
    for (const LimitInfo& info : limitTable()) document["thresholds"][info.name] = Json(thresholds[info.limit]);
    return emit(document, {thresholdTable(thresholds)}, request.format, request.output);
}

} // namespace

ExitCode runFindings(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("findings", "Tells which bottlenecks a trace shows, how that was measured, and what to try.");
    declare(parser, request);
    if (const auto over = parser.parse(arguments)) return *over;
    const auto thresholds = thresholdsOf(request);
    if (!thresholds.ok()) return complain(thresholds.error());
    if (request.list) return listThresholds(request, *thresholds);
    auto gate = Gate::of(request.gate);
    if (!gate.ok()) return complain(gate.error());
    if (request.load.inputs.empty()) return complain({ErrorCode::Usage, "expected a FILE", "findings", {}});

    const Stopping stopping;
    if (!request.gate.baseline.empty()) {
        const auto steps = baselineSteps(request, stopping);
        if (!steps.ok()) return complain(steps.error());
        gate->setBaseline(*steps);
    }
    InputLoader loader(request.load, stopping);
    Answer answer(request);
    std::vector<Loaded> traces;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (trace.ok())
            traces.push_back({path, trace->store});
        else
            answer.addUnread(path, trace.error());
    });
    if (!code.ok()) return complain(code.error());
    RunContext context(stopping.token());
    FindingOptions options;
    options.thresholds = *thresholds;
    const auto results = judge(traces, options, !request.apart && areRanksOfOneJob(traces), context);
    if (!results.ok()) return complain(results.error());
    std::vector<GateLine> lines;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        answer.add(traces[i], (*results)[i]);
        gate->check(traces[i].path, (*results)[i], steadyMean(*traces[i].store), lines);
    }
    answer.addGate(lines);
    answer.addThresholds(*thresholds);
    if (const ExitCode emitted = answer.emitAll(); emitted != ExitCode::Ok) return emitted;
    if (*code != ExitCode::Ok) return *code;
    return Gate::failed(lines) ? ExitCode::OverBudget : ExitCode::Ok;
}

} // namespace lanescope::cli
