// The ways back to the text after a load. See TextAccess in input.h for the promises.
#pragma once

#include "core/io/byte_stream.h"
#include "core/io/restart_points.h"
#include "core/io/source.h"

#include <functional>

namespace lanescope::io {

// Reads the file itself. `shift` is the file offset of text offset 0.
std::shared_ptr<const TextAccess> plainTextAccess(std::shared_ptr<const Source> source, std::uint64_t shift);

struct GzipTextParts {
    std::shared_ptr<const Source> source;
    std::vector<RestartPoint> points;  // sorted; the first at 0
    std::uint64_t shift = 0;           // inflated offset of text offset 0
    std::uint64_t inflatedBytes = 0;   // end of what could be read
    std::shared_ptr<const void> owner; // of borrowed states; may be null
};
std::shared_ptr<const TextAccess> gzipTextAccess(GzipTextParts parts);

} // namespace lanescope::io
