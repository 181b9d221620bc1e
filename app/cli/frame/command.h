// What a command is: a name, one line of help, and a function. The list is in builtin_commands.cpp.
#pragma once

#include "app/cli/frame/exit_code.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

using Arguments = std::vector<std::string>; // what follows the command's name

struct CommandInfo {
    std::string_view name;
    std::string_view help; // one line
    ExitCode (*run)(const Arguments& arguments);
};

std::span<const CommandInfo> builtinCommands();

} // namespace lanescope::cli
