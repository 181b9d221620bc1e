#include "core/analysis/analysis.h"

#include "app/cli/commands/analyze_ranks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/tables.h"
#include "core/analysis/flops/device_peaks.h"
#include "core/export/key_averages_text.h"
#include "core/session/range_text.h"
#include "core/session/ranks/rank_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace lanescope::cli {
namespace {

constexpr std::size_t kMaxPeaksBytes = 1'000'000;

struct Request {
    LoadRequest load;
    std::vector<std::string> words; // ID FILE...
    std::string range, device, output, peaksFile, sortBy;
    std::optional<std::int64_t> step, stackDepth, maxRows;
    std::optional<double> tokens, parameters;
    std::shared_ptr<const DevicePeaks> peaks;
    bool list = false, byShape = false, keyAverages = false;
    Format format = Format::Text;
};

ExitCode listAnalyses(Format format) {
    Table table{"analyses", "", {{"id", "id", Unit::Text}, {"title", "what it shows", Unit::Text}}, {}, 0, {}, {}};
    Json document;
    document["analyses"] = Json::array();
    const auto listOne = [&](std::string_view id, std::string_view title) {
        table.rows.push_back({std::string(id), std::string(title)});
        Json entry;
        entry["id"] = id;
        entry["title"] = title;
        document["analyses"].push(std::move(entry));
    };
    for (const AnalysisInfo& analysis : builtinAnalyses()) listOne(analysis.id, analysis.title);
    for (const RankAnalysisInfo& analysis : rankAnalyses())
        if (!findAnalysis(analysis.id)) listOne(analysis.id, analysis.title);
    return emit(document, {table}, format, "");
}

Result<std::vector<const AnalysisInfo*>> analysesCalled(const std::string& id) {
    std::vector<const AnalysisInfo*> found;
    std::string all;
    for (const AnalysisInfo& analysis : builtinAnalyses()) {
        if (id == "all" || analysis.id == id) found.push_back(&analysis);
        all += (all.empty() ? "" : ", ") + std::string(analysis.id);
    }
    if (!found.empty()) return found;
    return Error{ErrorCode::Usage, "no analysis is called '" + id + "'", "analyze",
                 "there are: " + all + ", and 'all'"};
}

Result<TimeRange> stepRange(const TraceStore& store, std::int64_t number) {
    for (const Step& step : store.steps())
        if (step.number == number) return store.range(SliceId{step.slice});
    return Error{ErrorCode::MissingData, fmt::format("no ProfilerStep#{} in this trace", number), "--step",
                 "lanescope-cli info lists the steps"};
}

// Which part of this trace is asked for.
Result<AnalysisInput> inputFor(const Request& request, const TraceStore& store) {
    AnalysisInput input;
    input.operators = request.byShape ? OperatorGrouping::NameAndShape : OperatorGrouping::Name;
    input.stackDepth = static_cast<unsigned>(std::min<std::int64_t>(request.stackDepth.value_or(0), 1000));
    input.peaks = request.peaks;
    input.tokensPerStep = request.tokens;
    input.parameters = request.parameters;
    if (request.maxRows) input.maxRows = static_cast<std::size_t>(*request.maxRows);
    if (request.step) {
        const auto range = stepRange(store, *request.step);
        if (!range.ok()) return range.error();
        input.range = *range;
    } else if (!request.range.empty()) {
        const auto offsets = parseOffsetRange(request.range);
        if (!offsets.ok()) return offsets.error();
        const std::int64_t start = count(store.extent().begin);
        input.range = timeRange(start + offsets->beginNs, start + offsets->endNs);
    }
    if (request.device.empty()) return input;
    for (const DeviceWork& device : collectDeviceWork(store))
        if (device.key.text() == request.device) input.device = device.key;
    if (!input.device)
        return Error{ErrorCode::MissingData, "no GPU work of device '" + request.device + "'", "--device",
                     "lanescope-cli info lists the devices"};
    return input;
}

// Tables as JSON with the shape of the exports.
Json tablesJson(const std::vector<Table>& tables) {
    const auto document = parseJson(render(tables, Format::Json), "tables");
    const Json* list = document.ok() ? document->find("tables") : nullptr;
    return list ? *list : Json::array();
}

class Answers {
public:
    Answers(const Request& request, std::vector<const AnalysisInfo*> analyses, const Stopping& stopping)
        : m_request(request), m_analyses(std::move(analyses)), m_context(stopping.token()) {
        m_document["files"] = Json::array();
    }
    void add(const std::string& path, const LoadedTrace& trace) {
        const TraceStore& store = *trace.store;
        auto input = inputFor(m_request, store);
        if (!input.ok()) return fail(path, input.error());
        if (m_request.keyAverages) return addKeyAverages(path, store, *input);
        input->eventText = [&trace](SliceId slice) { return eventText(trace, slice); };
        input->work = std::make_shared<const TraceWork>(collectTraceWork(store));
        Json file;
        file["file"] = path;
        file["rank"] = store.info().rank;
        file["analyses"] = Json::object();
        file["missing"] = Json::object();
        Table missing{
            "missing", "Not for this trace", {{"id", "analysis", Unit::Text}, {"why", "why", Unit::Text}}, {}, 0, {},
            {}};
        for (const AnalysisInfo* analysis : m_analyses) {
            auto result = runAnalysis(*analysis, store, *input, m_context);
            if (!result.ok()) {
                if (m_analyses.size() == 1 || result.error().code == ErrorCode::Cancelled)
                    return fail(path, result.error());
                file["missing"][analysis->id] = result.error().message; // of all, some have nothing to say
                missing.rows.push_back({std::string(analysis->id), result.error().message});
                continue;
            }
            file["analyses"][analysis->id] = tablesJson(result->tables);
            addTables(m_tables, std::move(result->tables), {path, store.info().rank}, m_request.format);
        }
        if (!missing.rows.empty())
            addTables(m_tables, {std::move(missing)}, {path, store.info().rank}, m_request.format);
        m_document["files"].push(std::move(file));
    }
    void fail(const std::string& path, Error error) {
        error.place = error.place.empty() ? path : path + ": " + error.place;
        const ExitCode code = complain(error);
        if (m_code == ExitCode::Ok) m_code = code;
        m_document["files"].push(errorJson(path, error));
    }
    void addUnread(const std::string& path, const Error& error) { m_document["files"].push(errorJson(path, error)); }
    ExitCode emitAll() const {
        if (m_request.keyAverages) {
            const ExitCode written = m_text.empty() ? ExitCode::Ok : emitText(m_text, m_request.output);
            return written != ExitCode::Ok ? written : m_code;
        }
        const ExitCode emitted = emit(m_document, m_tables, m_request.format, m_request.output);
        return emitted != ExitCode::Ok ? emitted : m_code;
    }

private:
    // The text of prof.key_averages().table() instead of our own tables.
    void addKeyAverages(const std::string& path, const TraceStore& store, const AnalysisInput& input) {
        KeyAveragesLayout layout;
        layout.sortBy = m_request.sortBy;
        layout.shapes = m_request.byShape;
        if (m_request.maxRows) layout.rowLimit = static_cast<std::size_t>(*m_request.maxRows);
        if (store.info().vendor == "XPU") layout.device = "XPU";
        OpAverages averages = opAverages(store, input, m_context);
        if (m_context.stopRequested()) return fail(path, {ErrorCode::Cancelled, "the analysis was stopped", {}, {}});
        auto text = keyAveragesText(std::move(averages), layout);
        if (!text.ok()) return fail(path, text.error());
        m_text += *text;
    }

    const Request& m_request;
    std::string m_text; // of key averages
    std::vector<const AnalysisInfo*> m_analyses;
    RunContext m_context;
    Json m_document;
    std::vector<Table> m_tables;
    ExitCode m_code = ExitCode::Ok;
};

Result<DevicePeaks> readPeaks(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(kMaxPeaksBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || (!file.eof() && file.fail()) || file.gcount() == 0)
        return Error{ErrorCode::NotReadable, "cannot be read", path, ""};
    if (file.gcount() > static_cast<std::streamsize>(kMaxPeaksBytes))
        return Error{ErrorCode::LimitExceeded, "a table of peaks has at most 1 MB", path, ""};
    text.resize(static_cast<std::size_t>(file.gcount()));
    return DevicePeaks::parse(text, path);
}

void declare(ArgumentParser& parser, Request& request) {
    parser.positional("ID", request.words, Amount::Any, "the analysis (or 'all'), then trace files");
    parser.flag("--list", request.list, "list the analyses");
    addTraceOptions(parser, request.load);
    parser.text("--range", request.range, "only A..B from the start of the trace, for example 1.5ms..2ms");
    parser.number("--step", request.step, "only this ProfilerStep");
    parser.text("--device", request.device, "only this device");
    parser.flag("--by-shape", request.byShape, "operators: each input shape on its own");
    parser.number("--stack-depth", request.stackDepth, "operators: group by so many frames as well");
    parser.flag("--key-averages", request.keyAverages, "operators: as the text of prof.key_averages().table()");
    parser.text("--sort", request.sortBy, "with --key-averages: a sort key, for example self_cuda_time_total");
    parser.text("--peaks", request.peaksFile, "flops: what devices can do, as JSON");
    parser.decimal("--tokens", request.tokens, "flops: tokens of one step, for the utilisation of the model");
    parser.decimal("--parameters", request.parameters, "flops: parameters of the model");
    parser.number("--max-rows", request.maxRows, "rows of lists of single events (200)");
    parser.text("-o,--output", request.output, "write to this file");
    parser.format(request.format);
}

} // namespace

ExitCode runAnalyze(const Arguments& arguments) {
    if (const auto over = runRankAnalysis(arguments)) return *over;
    Request request;
    ArgumentParser parser("analyze", "Runs one analysis, or all, and shows its tables.");
    declare(parser, request);
    if (const auto over = parser.parse(arguments)) return *over;
    if (request.list) return listAnalyses(request.format);
    if (request.words.size() < 2)
        return complain({ErrorCode::Usage, "expected an ID and a FILE", "analyze",
                         "lanescope-cli analyze --list shows the analyses"});
    auto analyses = analysesCalled(request.words.front());
    if (!analyses.ok()) return complain(analyses.error());
    if (!request.range.empty()) {
        const auto range = parseOffsetRange(request.range);
        if (!range.ok()) return complain(range.error());
    }
    if (request.keyAverages && request.words.front() != "operators")
        return complain({ErrorCode::Usage, "--key-averages goes with operators alone", "analyze", ""});
    if (!request.peaksFile.empty()) {
        auto peaks = readPeaks(request.peaksFile);
        if (!peaks.ok()) return complain(peaks.error());
        request.peaks = std::make_shared<const DevicePeaks>(std::move(*peaks));
    }
    request.load.inputs.assign(request.words.begin() + 1, request.words.end());

    const Stopping stopping;
    InputLoader loader(request.load, stopping);
    Answers answers(request, std::move(*analyses), stopping);
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (trace.ok()) return answers.add(path, *trace);
        answers.addUnread(path, trace.error());
    });
    if (!code.ok()) return complain(code.error());
    const ExitCode answered = answers.emitAll();
    return answered != ExitCode::Ok ? answered : *code;
}

} // namespace lanescope::cli
