// The ways back to the text after a load. See TextAccess in input.h for the promises.
#pragma once

#include "core/io/byte_stream.h"
#include "core/io/packed_text.h"
#include "core/io/restart_points.h"
#include "core/io/source.h"

#include <functional>

namespace lanescope::io {

// What save() writes begins with one of these.
enum class SavedAccess : std::uint8_t { Plain = 1, Gzip = 2, Blocks = 3 };

struct PlainTextParts {
    std::shared_ptr<const Source> source;
    std::uint64_t shift = 0; // offset in the source of text offset 0
    std::string member;      // of an archive, for save(); else empty
};
std::shared_ptr<const TextAccess> plainTextAccess(PlainTextParts parts);

struct GzipTextParts {
    std::shared_ptr<const Source> source;
    std::vector<RestartPoint> points; // sorted
    std::uint64_t shift = 0;          // inflated offset of text offset 0
    std::uint64_t inflatedBytes = 0;  // end of what could be read
    std::string member;
    std::shared_ptr<const void> owner; // of borrowed states; may be null
};
std::shared_ptr<const TextAccess> gzipTextAccess(GzipTextParts parts);

// The text from the front, anew. Error when the source changed or is gone.
using OpenText = std::function<Result<std::unique_ptr<ByteStream>>()>;
struct BlockTextParts {
    OpenText open;                     // may be empty when `packed` is finished
    PackedText packed;                 // what is known already
    std::string member;                // of an archive, for save(); else empty
    std::shared_ptr<const void> owner; // of borrowed blocks; may be null
};
// Packs the text into blocks the first time it is needed, as far as needed; prepare() does all of it.
std::shared_ptr<const TextAccess> blockTextAccess(BlockTextParts parts);

} // namespace lanescope::io
