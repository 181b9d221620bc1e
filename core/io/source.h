// Where the bytes of a trace come from: can be opened again at any offset, and notices when it is no longer the same.
// Any thread.
#pragma once

#include "core/io/byte_stream.h"
#include "core/io/input.h"

#include <filesystem>
#include <memory>
#include <string>

namespace lanescope::io {

class Source {
public:
    virtual ~Source() = default;
    // Errors: NotFound and NotReadable when it is gone, MissingData when it is another file by now.
    virtual Result<std::unique_ptr<ByteStream>> openAt(std::uint64_t offset) const = 0;
    virtual std::uint64_t size() const = 0;
    virtual const std::string& name() const = 0; // for messages
};

std::shared_ptr<const Source> fileSource(std::filesystem::path path, const SourceId& id);
std::shared_ptr<const Source> memorySource(std::string bytes, std::string name);

// A part of another source between two short pieces of its own: a member of an archive. `size` 0 is allowed.
struct SlicedBytes {
    std::string before;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string after;
};
std::shared_ptr<const Source> slicedSource(std::shared_ptr<const Source> whole, SlicedBytes part, std::string name);

} // namespace lanescope::io
