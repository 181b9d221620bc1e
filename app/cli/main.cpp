#include "app/cli/commands/commands.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/stopping.h"

#include <fmt/format.h>

#include <algorithm>

namespace {

using namespace lanescope;
using namespace lanescope::cli;

std::string overview() {
    std::string out = "lanescope-cli: traces of GPU training and inference, in the terminal\n\n"
                      "usage: lanescope-cli COMMAND [OPTIONS] [FILE...]\n\n";
    for (const CommandInfo& command : builtinCommands()) out += fmt::format("  {:<9} {}\n", command.name, command.help);
    out += "\nlanescope-cli COMMAND --help tells more. Exit codes:\n\n";
    for (const ExitCodeInfo& code : exitCodes())
        out += fmt::format("  {:>3}  {}\n", static_cast<int>(code.code), code.meaning);
    return out;
}

std::string commandNames() {
    std::string names;
    for (const CommandInfo& command : builtinCommands())
        names += (names.empty() ? "" : ", ") + std::string(command.name);
    return names;
}

ExitCode run(const Arguments& all) {
    if (all.empty())
        return complain({ErrorCode::Usage, "expected a command, found nothing", "", "commands: " + commandNames()});
    const std::string& first = all.front();
    if (first == "--version") return runVersion({});
    if (first == "--help" || first == "-h" || first == "help") return writeStdout(overview());
    for (const CommandInfo& command : builtinCommands())
        if (command.name == first) return command.run(Arguments(all.begin() + 1, all.end()));
    return complain({ErrorCode::Usage, "expected a command, found '" + first + "'", "", "commands: " + commandNames()});
}

} // namespace

int main(int argc, char** argv) {
    ignoreBrokenPipes();
    return static_cast<int>(run(Arguments(argv + std::min(argc, 1), argv + argc)));
}
