// The options of every command that reads traces, and the reading itself. One thread.
#pragma once

#include "app/cli/frame/arguments.h"
#include "app/cli/frame/stopping.h"
#include "core/session/load_trace.h"

#include <map>
#include <string>
#include <vector>

namespace lanescope::cli {

struct LoadRequest {
    std::vector<std::string> inputs;
    std::vector<std::string> ranks; // FILE=N
    std::string rulesFile;
    std::optional<std::int64_t> threads;
    bool noIndex = false;
};
void addLoadOptions(ArgumentParser& parser, LoadRequest& request, Amount inputs);

// What --rank says: index of the input -> rank.
Result<std::map<std::size_t, std::int64_t>> ranksByInput(const LoadRequest& request);

struct LoadedInput {
    std::string path; // as given
    Result<LoadedTrace> trace;
};

struct LoadedInputs {
    std::vector<LoadedInput> inputs; // in the order given; those that failed too
    ExitCode code = ExitCode::Ok;    // of the first that failed
};

// Reads the inputs one after the other and says what could not be read. An error of the request itself (an unknown
// file in --rank, bad rules) reads nothing.
Result<LoadedInputs> loadInputs(const LoadRequest& request, const Stopping& stopping);

} // namespace lanescope::cli
