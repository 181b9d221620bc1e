// Opening a file for reading: what it is by its content, and its bytes decompressed in order.
// An InputFile belongs to one thread at a time; a TextAccess may be shared by any threads.
#pragma once

#include "core/base/oddity.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope::io {

enum class Compression : std::uint8_t { None, Gzip, Zstd };

struct SourceId { // tells whether a file is still the one that was read
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    std::uint64_t fingerprint = 0; // of the first and last 64 KiB
    friend bool operator==(const SourceId&, const SourceId&) = default;
};

// Random access to the decompressed text after the load: gzip from inflate snapshots, plain from the file, zstd from
// recompressed blocks. Says so (Error) when the source changed or is gone. Thread-safe.
class TextAccess {
public:
    virtual ~TextAccess() = default;
    // Up to `size` bytes from `offset`; shorter only at the end of the text.
    virtual Result<std::string> read(std::uint64_t offset, std::size_t size) const = 0;
    virtual std::uint64_t residentBytes() const = 0;
};

struct OpenOptions {
    bool keepTextAccess = true; // take snapshots for TextAccess while reading
};

// Decompressed bytes of a file, front to back.
class InputFile {
public:
    virtual ~InputFile() = default;
    // Fills `out` as far as possible; returns the bytes written, 0 at the end of the text. Damage in the middle of
    // compressed data ends the text there: what was read stays valid and oddities() tells (gzip_truncated ...).
    virtual Result<std::size_t> read(std::span<char> out) = 0;
    virtual std::uint64_t compressedRead() const = 0; // for progress
    virtual std::uint64_t compressedSize() const = 0;
    virtual Compression compression() const = 0;
    virtual const OddityList& oddities() const = 0;
    // After the end of the text: the way back to it. May be null when options said no.
    virtual std::shared_ptr<const TextAccess> takeTextAccess() = 0;
};

// Opens by content, never by extension. Errors: NotFound, NotReadable, EmptyFile, UnsupportedFormat.
Result<std::unique_ptr<InputFile>> openInput(const std::filesystem::path& path, const OpenOptions& options);
Result<SourceId> identify(const std::filesystem::path& path);

} // namespace lanescope::io
