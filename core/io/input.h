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
#include <stop_token>
#include <string>
#include <string_view>
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
    // Does ahead of time, on the caller's (background) thread, what the first reads would have to do: for zstd,
    // archives and UTF-16 the text is packed into blocks in memory (about 1/16 of it). Nothing to do for plain and
    // gzip.
    virtual Status prepare(const std::stop_token& stop) const;
    // Everything restoreTextAccess() needs to give the same access again, in another process. May take some 0.1 s per
    // GB of text: for a background thread. MissingData when this access cannot be saved.
    virtual Result<std::string> save(const std::stop_token& stop) const;
};

// The access that save() wrote down, for a file that is still the one that was read (identify() says so). `saved` is
// not believed: anything odd in it gives an Error (Damaged) or wrong text, never a crash. `owner` keeps its memory.
Result<std::shared_ptr<const TextAccess>> restoreTextAccess(const std::filesystem::path& path, const SourceId& source,
                                                            std::string_view saved, std::shared_ptr<const void> owner);

struct OpenOptions {
    bool keepTextAccess = true; // take snapshots for TextAccess while reading
    unsigned threads = 0;       // for gzip made of many independent blocks (bgzip); 0 = all cores, 1 = none extra
};

// Work that reading puts off so that the bytes come sooner (packing inflate snapshots). Any thread may take some of it,
// at the same time as others. What nobody takes is done when too much has piled up, and at the end.
class DeferredWork {
public:
    virtual ~DeferredWork() = default;
    virtual bool doSome() = 0; // about 0.2 ms; false when there was nothing to do
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
    // May be null. Parse threads call doSome() once per chunk.
    virtual std::shared_ptr<DeferredWork> deferredWork() { return nullptr; }
    // The file as it was when it was opened. Compare with identify() after the load to see that it did not change.
    virtual SourceId source() const { return {}; }
};

// Opens by content, never by extension: plain, gzip (also inside gzip), zstd, and zip or tar with one trace inside. The
// text comes as UTF-8 without a byte order mark (oddities tell), and offsets count in that text.
// Errors: NotFound, NotReadable, EmptyFile, Damaged (compressed, but nothing comes out), UnsupportedFormat.
Result<std::unique_ptr<InputFile>> openInput(const std::filesystem::path& path, const OpenOptions& options);
// The text of a file's bytes in memory, for tests and fuzzing; `name` stands for the file name.
Result<std::unique_ptr<InputFile>> openMemory(std::string bytes, std::string_view name, const OpenOptions& options);
// Errors as openInput. A pipe has no identity: all zero.
Result<SourceId> identify(const std::filesystem::path& path);

} // namespace lanescope::io
