// What `bench` compares with, measured in the same run: decompressing alone, and simdjson's own document of everything.
// One thread.
#pragma once

#include "app/cli/bench/measure.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace lanescope::cli {

struct ReferenceRun {
    Spent spent;
    std::uint64_t textBytes = 0;
    std::uint64_t events = 0; // only from the documents
};

// Gzip: the bare library in small windows, checksums on. Other files: what core/io gives, without a way back to the
// text.
Result<ReferenceRun> inflateAlone(const std::filesystem::path& path);

// simdjson::dom over windows of whole events of `windowBytes`; the time is that of parsing alone.
Result<ReferenceRun> documentPass(const std::filesystem::path& path);

} // namespace lanescope::cli
