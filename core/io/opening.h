// How a file, or a member of an archive, becomes an InputFile. Shared by openInput, openMemory and openMember.
#pragma once

#include "core/io/input.h"
#include "core/io/pipeline.h"
#include "core/io/source.h"

#include <functional>

namespace lanescope::io {

// Bytes read from the file so far, for progress.
using ByteCount = std::shared_ptr<std::uint64_t>;

struct Opening {
    std::string name;   // for messages
    std::string member; // of an archive; else empty
    SourceId id;
    std::uint64_t packedBytes = 0;        // of the file or member, 0 when not known
    std::shared_ptr<const Source> source; // null when the bytes can only be had from the front
    // The bytes from the front; may be called again unless `once`. A null count is not counted.
    std::function<Result<std::unique_ptr<ByteStream>>(const ByteCount&)> raw;
    bool once = false; // a pipe
};

std::unique_ptr<ByteStream> counted(std::unique_ptr<ByteStream> stream, const ByteCount& count);
// The usual case: bytes that can be read again from anywhere.
Opening openingOf(std::shared_ptr<const Source> source, const SourceId& id);
Result<std::unique_ptr<InputFile>> openOpening(Opening opening, const OpenOptions& options);
// The text from the front without oddities, for a second reading.
Result<std::unique_ptr<ByteStream>> textOf(const Opening& opening);

// In archive.cpp. The member of that name; NotFound.
Result<Opening> memberOpening(const Opening& archive, const std::string& member);
// The only trace in an archive; UnsupportedFormat with their names when there are several or none.
Result<Opening> onlyTraceIn(const Opening& archive);

} // namespace lanescope::io
