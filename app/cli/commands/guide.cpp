#include "core/analysis/guide/reading_guide.h"
#include "core/export/display_width.h"

#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/tables.h"
#include "core/export/guide_text.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::string output;
    Format format = Format::Text;
};

// One row per line of the guide, for CSV.
Table guideTable(const TraceStore& store, const ReadingGuide& guide) {
    Table table{"guide", "Reading guide", {}, {}, count(store.extent().begin), {}, {}};
    table.columns = {{"section", "section", Unit::Count},
                     {"line", "line", Unit::Text},
                     {"value", "value", Unit::None},
                     {"unit", "unit", Unit::Text},
                     {"share", "share", Unit::Ratio}};
    for (const GuideSection& s : guide.sections)
        for (const GuideLine& line : s.lines)
            table.rows.push_back({std::int64_t{s.number}, line.title, line.value, std::string(unitWord(line.unit)),
                                  line.share ? Cell(*line.share) : Cell()});
    return table;
}

} // namespace

ExitCode runGuide(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("guide",
                          "The fixed reading order, filled in: steps, gaps, overlap, kernels, Nsight Compute.");
    addLoadOptions(parser, request.load, Amount::AtLeastOne);
    parser.text("-o,--output", request.output, "write to this file");
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;

    const Stopping stopping;
    RunContext context(stopping.token());
    InputLoader loader(request.load, stopping);
    Json document;
    document["files"] = Json::array();
    std::vector<Table> tables;
    std::string text;
    ExitCode failed = ExitCode::Ok;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok()) return document["files"].push(errorJson(path, trace.error()));
        const TraceStore& store = *trace->store;
        const auto guide = readingGuide(store, {}, context);
        if (!guide.ok()) {
            failed = complain(guide.error());
            return document["files"].push(errorJson(path, guide.error()));
        }
        Json file = guideJson(*guide);
        file["file"] = path;
        file["rank"] = store.info().rank;
        document["files"].push(std::move(file));
        addTables(tables, {guideTable(store, *guide)}, {path, store.info().rank}, request.format);
        const bool markdown = request.format == Format::Markdown;
        text += fmt::format("{}{}\n\n", markdown ? "## " : "", path) +
                guideText(store, *guide, markdown ? CardStyle::Markdown : CardStyle::Text) + "\n";
    });
    if (!code.ok()) return complain(code.error());
    const bool machine = request.format == Format::Json || request.format == Format::Csv;
    const ExitCode emitted = machine ? emit(document, tables, request.format, request.output)
                                     : emitText(printableLines(text), request.output);
    if (emitted != ExitCode::Ok) return emitted;
    return failed != ExitCode::Ok ? failed : *code;
}

} // namespace lanescope::cli
