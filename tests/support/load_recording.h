// Loads text or files through the chrome_json reader into a Recording.
#pragma once

#include "tests/support/recording.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace lanescope::test {

struct LoadSetup {
    unsigned threads = 1;
    std::size_t chunkBytes = 0;    // 0 = the product's
    std::size_t maxEventBytes = 0; // 0 = the product's
    std::string fileName = "trace.json";
};

// The breach of the batch contract, if any, becomes the recording's error.
Recording loadText(std::string_view text, const LoadSetup& setup = {});
Recording loadFile(const std::filesystem::path& path, LoadSetup setup = {});
// The decompressed text of a file, for the slow reader; empty when it cannot be read.
std::string wholeText(const std::filesystem::path& path);

} // namespace lanescope::test
