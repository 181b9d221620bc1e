// Starting a helper program that is installed with this one, by an argument vector: no shell ever sees a name from the
// command line. One thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

// Looks where installed programs and build trees keep it: ../libexec/lanescope, the program's own folder, ../<folder>.
std::optional<std::filesystem::path> findHelper(const std::string& name, const std::string& buildFolder);

// This program itself.
std::filesystem::path ownProgram();

// Runs it to its end with our own stdout and stderr; returns its exit status. Error: Internal when it cannot be started
// or dies of a signal.
Result<int> runHelper(const std::filesystem::path& program, const std::vector<std::string>& arguments);

struct CapturedRun {
    int status = 0;
    std::string output;         // its stdout
    std::int64_t wallNs = 0;    // from the start to the end of its output
    std::int64_t cpuNs = 0;     // user and system
    std::int64_t peakBytes = 0; // resident
};
// The same, with its stdout read. `extraEnvironment` holds "NAME=value" lines that come before our own.
Result<CapturedRun> captureHelper(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  const std::vector<std::string>& extraEnvironment);

} // namespace lanescope::cli
