// Generator of Kineto-style traces with known answers: deterministic by seed, any size, any number of ranks.
// The answers are worked out from the generator's own model, never by the analyses. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::synth {

struct SynthOptions {
    std::string kind = "healthy";
    std::uint64_t seed = 1;
    std::uint64_t targetBytes = 0; // uncompressed JSON per rank; 0 = the kind's small default
    unsigned steps = 0;            // 0 = the kind's default, or as many as targetBytes needs
    unsigned ranks = 1;
    double strength = 1.0; // of the pathology, 0 = none
    bool withStack = false;
    std::string compression = "auto"; // by the name of the output: .gz, .zst, else plain
};

struct KindInfo {
    std::string_view id;
    std::string_view title;
    unsigned defaultRanks = 1;
};
std::span<const KindInfo> kinds();

struct SynthFile {
    std::filesystem::path trace;
    std::filesystem::path answers; // JSON beside it: <trace>.answers.json
};
// One rank: writes `out`. Several: `out` is a folder, or a name into which "_rank<N>" is put.
Result<std::vector<SynthFile>> write(const SynthOptions& options, const std::filesystem::path& out,
                                     RunContext& context);

} // namespace lanescope::synth
