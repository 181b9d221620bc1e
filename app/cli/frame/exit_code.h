// The exit code of every way a command can end. Scripts rely on them: docs/user/cli.md holds the same table.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lanescope::cli {

enum class ExitCode : std::uint8_t {
    Ok = 0,
    Internal = 1,
    Usage = 2,
    NotReadable = 3, // no such file, no permission, a folder
    NotATrace = 4,   // empty, no JSON, no traceEvents, no events
    Unsupported = 5, // a neighbour's format, recognised by name
    Damaged = 6,     // compressed data that gives nothing
    Limit = 7,       // a limit against hostile input
    MissingData = 8, // the trace cannot answer the question
    NotWritable = 9,
    NoRenderProgram = 10,
    Differs = 11,     // `facts --check`: not everything is as expected
    OverBudget = 12,  // `findings`: a budget or a severity asked for is exceeded
    Cancelled = 130,  // Ctrl-C, as shells count it
    BrokenPipe = 141, // the reader of the output went away, as shells count it
};

struct ExitCodeInfo {
    ExitCode code;
    std::string_view meaning;
};
std::span<const ExitCodeInfo> exitCodes();

ExitCode exitCodeOf(ErrorCode code);

} // namespace lanescope::cli
