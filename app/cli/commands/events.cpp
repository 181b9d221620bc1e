#include "app/cli/commands/commands.h"
#include "app/cli/commands/event_columns.h"
#include "app/cli/commands/event_writers.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/load.h"
#include "core/query/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::cli {
namespace {

constexpr std::size_t kChunkRows = 4096;
constexpr std::int64_t kShownRows = 1'000; // of text and md, unless more are asked for
constexpr std::array<std::string_view, 6> kFormats{"text", "json", "csv", "jsonl", "md", "sqlite"};

struct Request {
    LoadRequest load;
    std::string where, output, format = "text";
    std::string columns = "start_ns,dur_ns,name,cat,kind,process,thread,device,stream,step,op";
    std::optional<std::int64_t> limit;
    bool json = false;
};

class Answers {
public:
    Answers(const Request& request, Filter filter, std::vector<const EventColumn*> columns, const Stopping& stopping)
        : m_filter(std::move(filter)), m_columns(std::move(columns)), m_context(stopping.token()) {
        if (request.limit) m_left = static_cast<std::uint64_t>(*request.limit);
        if (!request.limit && (request.format == "text" || request.format == "md")) m_left = kShownRows;
    }
    std::vector<Column> header() const {
        std::vector<Column> out;
        for (const EventColumn* c : m_columns) out.push_back(c->column);
        return out;
    }
    // Where chunks go; says itself what went wrong and returns false then.
    std::function<bool(Table)> take;

    ExitCode add(const std::string& path, const LoadedTrace& trace) {
        const TraceStore& store = *trace.store;
        const auto mask = evaluate(store, m_filter, m_context);
        if (!mask.ok()) return complain(mask.error());
        const auto slices = slicesByTime(store, *mask, m_context);
        if (!slices.ok()) return complain(slices.error());
        m_found += slices->size();
        EventSource source(path, trace);
        const std::size_t shown = std::min<std::uint64_t>(slices->size(), m_left);
        m_left -= shown;
        m_shown += shown;
        for (std::size_t from = 0; from < shown; from += kChunkRows) {
            if (m_context.stopRequested()) return complain({ErrorCode::Cancelled, "stopped", path, ""});
            Table chunk = emptyChunk(count(store.extent().begin));
            for (std::size_t i = from; i < std::min(shown, from + kChunkRows); ++i) {
                std::vector<Cell> row;
                for (const EventColumn* c : m_columns) row.push_back(c->value(source, (*slices)[i]));
                chunk.rows.push_back(std::move(row));
            }
            if (!take(std::move(chunk))) return ExitCode::BrokenPipe;
        }
        return ExitCode::Ok;
    }
    bool finish() {
        Table last = emptyChunk(0);
        last.notes = {fmt::format("{} of {} slices", m_shown, m_found)};
        if (m_shown < m_found) last.notes.push_back("more with --limit");
        return take(std::move(last));
    }
    std::uint64_t found() const { return m_found; }

private:
    Table emptyChunk(std::int64_t origin) const {
        Table out;
        out.id = "events";
        out.columns = header();
        out.originNs = origin;
        return out;
    }
    Filter m_filter;
    std::vector<const EventColumn*> m_columns;
    RunContext m_context;
    std::uint64_t m_left = ~std::uint64_t{0}, m_found = 0, m_shown = 0;
};

ExitCode readAll(Request& request, Answers& answers, const Stopping& stopping) {
    InputLoader loader(request.load, stopping);
    ExitCode first = ExitCode::Ok;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok() || first != ExitCode::Ok) return;
        first = answers.add(path, *trace);
    });
    if (first != ExitCode::Ok) return first;
    return code.ok() ? *code : complain(code.error());
}

ExitCode toDatabase(Request& request, Answers& answers, const Stopping& stopping) {
    if (request.output.empty())
        return complain(
            {ErrorCode::Usage, "expected -o FILE for a database", "events", "for example -o events.sqlite"});
    auto database = EventDatabase::create(request.output, answers.header());
    if (!database.ok()) return complain(database.error());
    std::optional<Error> failed;
    answers.take = [&](const Table& chunk) {
        const Status status = (*database)->rows(chunk);
        if (!status.ok()) failed = status.error();
        return status.ok();
    };
    const ExitCode code = readAll(request, answers, stopping);
    if (failed) return complain(*failed);
    if (code == ExitCode::Cancelled) return code;
    const Status done = (*database)->finish({{"where", request.where},
                                             {"times", "integer ns; start_ns and end_ns on the clock of the file"},
                                             {"slices", std::to_string(answers.found())}});
    return done.ok() ? code : complain(done.error());
}

ExitCode toText(Request& request, Answers& answers, const Stopping& stopping) {
    ExitCode code = ExitCode::Ok;
    ExitCode written = ExitCode::Ok;
    const auto write = [&](const FileOutput& out) {
        auto writer = eventWriter(request.format, out);
        answers.take = [&](Table chunk) { return writer->rows(std::move(chunk)); };
        code = readAll(request, answers, stopping);
        if (code == ExitCode::Cancelled) return false;
        return answers.finish() && writer->finish();
    };
    if (request.output.empty() || request.output == "-") {
        write([&](std::string_view piece) { return (written = writeStdout(piece)) == ExitCode::Ok; });
        return written != ExitCode::Ok ? written : code;
    }
    const Status saved = saveFile(request.output, write);
    if (code == ExitCode::Cancelled) return code;
    return saved.ok() ? code : complain(saved.error());
}

void declare(ArgumentParser& parser, Request& request) {
    addLoadOptions(parser, request.load, Amount::AtLeastOne);
    parser.text("--where", request.where, "only slices this filter holds for, for example 'kind:comm dur>1ms'");
    parser.text("--columns", request.columns, "columns by id, comma separated, or 'all'");
    parser.number("--limit", request.limit, "at most so many rows (text and md: 1000)");
    parser.text("-o,--output", request.output, "write to this file");
    parser.text("--format", request.format, "text, json, csv, jsonl, md or sqlite");
    parser.flag("--json", request.json, "short for --format json");
    std::string footer = "Columns:\n";
    for (const EventColumn& c : eventColumns()) footer += fmt::format("  {:<16}{}\n", c.column.id, c.what);
    footer += "Fields of --where:\n";
    for (const FilterField& f : filterFields()) footer += fmt::format("  {:<10}{:<58}{}\n", f.key, f.what, f.example);
    parser.footer(footer);
}

} // namespace

ExitCode runEvents(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("events", "The slices of a trace as rows, chosen by a filter, in order of time.");
    declare(parser, request);
    if (const auto over = parser.parse(arguments)) return *over;
    if (request.json) request.format = "json";
    if (std::find(kFormats.begin(), kFormats.end(), request.format) == kFormats.end())
        return complain({ErrorCode::Usage, "no format is called '" + request.format + "'", "--format",
                         "there are: text, json, csv, jsonl, md, sqlite"});
    auto filter = Filter::parse(request.where);
    if (!filter.ok()) {
        Error error = filter.error();
        error.place = "--where" + (error.place.empty() ? "" : ", " + error.place);
        return complain(error);
    }
    auto columns = columnsCalled(request.columns);
    if (!columns.ok()) return complain(columns.error());
    if (request.load.inputs.size() > 1 && request.columns.find("file") == std::string::npos &&
        request.columns.find("all") == std::string::npos)
        columns->insert(columns->begin(), {&eventColumns()[0], &eventColumns()[1]});

    const Stopping stopping;
    Answers answers(request, std::move(*filter), std::move(*columns), stopping);
    return request.format == "sqlite" ? toDatabase(request, answers, stopping) : toText(request, answers, stopping);
}

} // namespace lanescope::cli
