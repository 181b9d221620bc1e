// Generator of Kineto-style traces with known answers: deterministic by seed, any size, any number of ranks.
// The answers are worked out from the generator's own model, never by the analyses. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::synth {

struct SynthOptions {
    std::string kind = "healthy"; // one of kinds(), or several pathologies as "a+b"
    std::uint64_t seed = 1;
    std::uint64_t targetBytes = 0; // uncompressed JSON per rank; 0 = the kind's small default
    unsigned steps = 0;            // 0 = the kind's default, or as many as targetBytes needs; given: it decides
    unsigned ranks = 1;            // 0 = the kind's default
    double strength = 1.0;         // of the pathology, 0 = none, at most 4
    bool withStack = false;
    std::string compression = "auto"; // by the name of the output: .gz, .zst, else plain; or none, gzip, zstd

    // Several ranks only.
    std::optional<unsigned> straggler; // which rank; default by seed
    std::string cause = "auto";     // of the straggler: slow-compute, more-work, late-host, late-input; auto = by seed
    double clockOffsetSeconds = -1; // each rank's clock is off by up to this, either way; < 0 = the kind's default
    double driftPpm = 0;            // each rank's clock runs fast or slow by up to this
    bool shiftedWindows = false;    // ranks start and stop recording in different steps
    std::vector<unsigned> missingRanks; // simulated, but their files are not written
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
// One rank: writes `out` (into it, when it is a folder). Several: `out` is a folder, or a name into which "_rank<N>" is
// put. Progress counts uncompressed bytes. Errors: Usage (kind, numbers), NotWritable, Cancelled (nothing is left).
Result<std::vector<SynthFile>> write(const SynthOptions& options, const std::filesystem::path& out,
                                     RunContext& context);

} // namespace lanescope::synth
