#include "core/store/dump.h"

#include "app/cli/commands/commands.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/save.h"

namespace lanescope::cli {
namespace {

ExitCode dumpToStdout(const TraceStore& store, const std::stop_token& stop) {
    ExitCode code = ExitCode::Ok;
    dumpStore(store, [&](std::string_view piece) {
        code = stop.stop_requested() ? ExitCode::Cancelled : writeStdout(piece);
        return code == ExitCode::Ok;
    });
    return code;
}

ExitCode dumpToFile(const TraceStore& store, const std::string& path, const std::stop_token& stop) {
    const Status saved = saveFile(path, [&](const FileOutput& out) {
        dumpStore(store, [&](std::string_view piece) { return !stop.stop_requested() && out(piece); });
        return !stop.stop_requested();
    });
    return saved.ok() ? ExitCode::Ok : complain(saved.error());
}

} // namespace

ExitCode runDump(const Arguments& arguments) {
    LoadRequest load;
    std::string output;
    ArgumentParser parser("dump",
                          "The whole trace as canonical text: two traces are the same when their dumps are. Each "
                          "name, row, slice, link and count; for comparing, not for reading.");
    addLoadOptions(parser, load, Amount::One);
    parser.text("-o,--output", output, "write to this file");
    if (const auto over = parser.parse(arguments)) return *over;

    const Stopping stopping;
    InputLoader loader(load, stopping);
    ExitCode dumped = ExitCode::Ok;
    const auto code = loader.forEach([&](const std::string&, Result<LoadedTrace> trace) {
        if (!trace.ok()) return;
        const TraceStore& store = *trace->store;
        dumped = output.empty() ? dumpToStdout(store, stopping.token()) : dumpToFile(store, output, stopping.token());
    });
    if (!code.ok()) return complain(code.error());
    return *code != ExitCode::Ok ? *code : dumped;
}

} // namespace lanescope::cli
