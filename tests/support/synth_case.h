// A generated trace for a test: written to a folder of its own that goes away with it, with its answers and its text.
#pragma once

#include "core/base/json.h"
#include "core/synth/synth.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lanescope::testing {

struct SynthCase {
    explicit SynthCase(const synth::SynthOptions& options, const std::string& name = "trace.json");
    ~SynthCase();
    SynthCase(const SynthCase&) = delete;
    SynthCase& operator=(const SynthCase&) = delete;

    std::filesystem::path folder;
    std::vector<synth::SynthFile> files;
    std::string error; // empty when it was written
    std::string text(std::size_t rank = 0) const;
    Json answers(std::size_t rank = 0) const;
};

// One number of the answers: path of keys and list indexes separated by blanks ("devices 0 whole idle_ns").
// Stops the test program when it is missing.
std::int64_t numberAt(const Json& value, const std::string& path);
const Json& at(const Json& value, const std::string& path);
std::vector<std::string> textsAt(const Json& value, const std::string& path);

} // namespace lanescope::testing
