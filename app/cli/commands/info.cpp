#include "app/cli/commands/commands.h"
#include "app/cli/commands/info_output.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/tables.h"

namespace lanescope::cli {

ExitCode runInfo(const Arguments& arguments) {
    LoadRequest load;
    bool oddities = false;
    Format format = Format::Text;
    std::string output;
    ArgumentParser parser("info",
                          "What is in a trace: rank, devices, rows, steps, categories, counts, flags, oddities. "
                          "Values of environment variables and unknown metadata are never shown.");
    addLoadOptions(parser, load, Amount::AtLeastOne);
    parser.flag("--oddities", oddities, "the import report instead: what was odd, where, and what it means");
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;

    const Stopping stopping;
    InputLoader loader(load, stopping);
    Json document;
    document["files"] = Json::array();
    std::vector<Table> tables;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok()) return document["files"].push(errorJson(path, trace.error()));
        const TraceStore& store = *trace->store;
        if (oddities) {
            document["files"].push(odditiesJson(path, store));
            return addTables(tables, oddityTables(store, format), {path, store.info().rank}, format);
        }
        const InfoFacts facts = collectInfo(store);
        Json whole = infoJson(path, store, facts);
        std::vector<Table> ofFile = infoTables(store, facts);
        if (format == Format::Csv) ofFile.front() = flatTable(whole); // whole numbers, not words for people
        addTables(tables, std::move(ofFile), {path, store.info().rank}, format);
        document["files"].push(std::move(whole));
    });
    if (!code.ok()) return complain(code.error());
    const ExitCode emitted = emit(document, tables, format, output);
    return emitted != ExitCode::Ok ? emitted : *code;
}

} // namespace lanescope::cli
