// The table of real traces beside the checkout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::test {

struct ManifestRow {
    std::string file; // as in the table
    std::filesystem::path path;
    std::optional<std::uint64_t> events;
    bool isTrace = true;  // "not a trace" is not said
    bool isStrict = true; // "DOES NOT PARSE" is not said
    bool isMutant = false;
    // A sound trace whose number of elements is known.
    bool loads() const { return events && isTrace && isStrict && !isMutant; }
};

// Empty where the folder is missing.
const std::vector<ManifestRow>& manifest();

} // namespace lanescope::test
