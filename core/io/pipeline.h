// The chain of streams from a file's bytes to UTF-8 text, chosen by content. One thread at a time.
#pragma once

#include "core/base/oddity.h"
#include "core/io/byte_stream.h"
#include "core/io/input.h"
#include "core/io/restart_points.h"
#include "core/io/source.h"
#include "core/io/utf16_stream.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanescope::io {

struct Pipeline {
    std::unique_ptr<ByteStream> text;
    Compression compression = Compression::None; // outermost
    // How the text can be reached again later.
    enum class Way : std::uint8_t { Plain, Gzip, Anew } way = Way::Plain; // Anew: only by reading from the front
    std::uint64_t shift = 0; // text offset 0 is this offset of the plain or inflated bytes (byte order mark)
    // An archive was met: `text` then gives its bytes, without compression around it.
    enum class Container : std::uint8_t { None, Zip, Tar } container = Container::None;
};

struct PipelineOptions {
    std::string_view name;           // for messages
    OddityList* notes = nullptr;     // outlives the pipeline
    RestartPoints* points = nullptr; // for gzip; outlives the pipeline
    unsigned threads = 1;            // for bgzip; 0 = all cores
    const Source* source = nullptr;  // of the same bytes, when they can be read from anywhere
};

// `raw` gives the file's (or member's) bytes from the front. Errors: EmptyFile, Damaged, UnsupportedFormat,
// NotReadable.
Result<Pipeline> buildPipeline(std::unique_ptr<ByteStream> raw, const PipelineOptions& options);

} // namespace lanescope::io
