// Where output and complaints go. Data to stdout, errors to stderr as "lanescope-cli: place: message" and a hint line.
// One thread.
#pragma once

#include "app/cli/frame/exit_code.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace lanescope::cli {

// Says what went wrong; returns the exit code of its class.
ExitCode complain(const Error& error);

// All of `text` to stdout. BrokenPipe without a word when the reader is gone.
ExitCode writeStdout(std::string_view text);

} // namespace lanescope::cli
