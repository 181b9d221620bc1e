// Where the text of a trace goes: a file under a temporary name, plain or compressed, renamed when it is complete.
// Bounded memory. Without commit() the destructor removes the temporary file. One thread at a time.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace lanescope::synth {

enum class Packing : std::uint8_t { None, Gzip, Zstd };

class Sink {
public:
    virtual ~Sink() = default;
    virtual Status write(std::string_view text) = 0;
    virtual Status commit() = 0; // flushes, closes, renames
};

// Errors: NotWritable, with the path and the system's reason.
Result<std::unique_ptr<Sink>> openSink(const std::filesystem::path& path, Packing packing);
// A small file written and renamed in one go.
Status writeWholeFile(const std::filesystem::path& path, std::string_view text);

} // namespace lanescope::synth
