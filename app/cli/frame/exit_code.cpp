#include "app/cli/frame/exit_code.h"

namespace lanescope::cli {
namespace {

constexpr ExitCodeInfo kTable[] = {
    {ExitCode::Ok, "done"},
    {ExitCode::Internal, "a fault of the program"},
    {ExitCode::Usage, "wrong command line"},
    {ExitCode::NotReadable, "input not found or not readable"},
    {ExitCode::NotATrace, "not a trace, or nothing in it"},
    {ExitCode::Unsupported, "a known format that is not read here"},
    {ExitCode::Damaged, "compressed data that gives nothing"},
    {ExitCode::Limit, "a limit against hostile input was reached"},
    {ExitCode::MissingData, "the trace does not hold what the question needs"},
    {ExitCode::NotWritable, "output cannot be written"},
    {ExitCode::NoRenderProgram, "the picture program is not installed"},
    {ExitCode::Differs, "facts --check: something is not as expected"},
    {ExitCode::OverBudget, "findings: over a budget, or a finding of the severity asked for"},
    {ExitCode::Cancelled, "stopped by Ctrl-C"},
    {ExitCode::BrokenPipe, "the reader of the output went away"},
};

} // namespace

std::span<const ExitCodeInfo> exitCodes() { return kTable; }

ExitCode exitCodeOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::Internal:
        return ExitCode::Internal;
    case ErrorCode::Usage:
        return ExitCode::Usage;
    case ErrorCode::NotFound:
    case ErrorCode::NotReadable:
        return ExitCode::NotReadable;
    case ErrorCode::NotWritable:
        return ExitCode::NotWritable;
    case ErrorCode::EmptyFile:
    case ErrorCode::NotATrace:
    case ErrorCode::NoTraceEvents:
    case ErrorCode::NoEvents:
        return ExitCode::NotATrace;
    case ErrorCode::UnsupportedFormat:
        return ExitCode::Unsupported;
    case ErrorCode::Damaged:
        return ExitCode::Damaged;
    case ErrorCode::LimitExceeded:
        return ExitCode::Limit;
    case ErrorCode::Cancelled:
        return ExitCode::Cancelled;
    case ErrorCode::MissingData:
        return ExitCode::MissingData;
    }
    return ExitCode::Internal;
}

} // namespace lanescope::cli
