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
    const auto loaded = loadInputs(load, stopping);
    if (!loaded.ok()) return complain(loaded.error());
    Json document;
    document["files"] = Json::array();
    std::vector<Table> tables;
    for (const LoadedInput& input : loaded->inputs) {
        if (!input.trace.ok()) {
            document["files"].push(errorJson(input.path, input.trace.error()));
            continue;
        }
        const TraceStore& store = *input.trace->store;
        if (oddities) {
            document["files"].push(odditiesJson(input.path, store));
            addTables(tables, oddityTables(store), input.path, format);
        } else {
            const InfoFacts facts = collectInfo(store);
            Json whole = infoJson(input.path, store, facts);
            std::vector<Table> ofFile = infoTables(store, facts);
            if (format == Format::Csv) ofFile.front() = flatTable(whole); // whole numbers, not words for people
            addTables(tables, std::move(ofFile), input.path, format);
            document["files"].push(std::move(whole));
        }
    }
    const ExitCode emitted = emit(document, tables, format, output);
    return emitted != ExitCode::Ok ? emitted : loaded->code;
}

} // namespace lanescope::cli
