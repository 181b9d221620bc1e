// One file, measured: references, warm loads in this process, loads in fresh processes. One thread (the loads start
// theirs).
#pragma once

#include "app/cli/bench/reference.h"
#include "core/base/json.h"
#include "core/base/run_context.h"

#include <stop_token>
#include <string>

namespace lanescope::cli {

struct BenchOptions {
    unsigned threads = 0;
    int repeats = 3;
    enum class Frames : std::uint8_t { No, Yes } frames = Frames::No; // what drawing costs, by the picture program
    std::stop_token stop;
};

// The figures of docs/user/cli.md, "bench". Error: what a load or a reference says.
Result<Json> benchFile(const std::string& path, const BenchOptions& options);

// A folder of ranks: opened from their indexes, and frames of them all, by the picture program in a fresh process.
Result<Json> benchRanks(const std::string& folder);

// What a fresh process runs: loads once and prints its own figures as one line of JSON.
Result<Json> benchChild(const std::string& path, unsigned threads, bool useIndex);

} // namespace lanescope::cli
