// The directory of a zip file, and its members as sources of their own. Stored and deflated members; a deflated one
// looks like a gzip file (the same data between a made-up header and trailer), so everything for gzip serves it too:
// ISA-L, checksums, restart points. Nothing in the file is believed: offsets and sizes are checked. Any thread.
#pragma once

#include "core/io/source.h"

#include <vector>

namespace lanescope::io {

struct ZipEntry {
    std::string name;
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t headerOffset = 0; // of its local header
    std::uint32_t crc = 0;
    std::uint16_t method = 0; // 0 stored, 8 deflated
    bool encrypted = false;
    bool isFolder() const { return name.empty() || name.back() == '/' || name.back() == '\\'; }
};

bool looksLikeZip(std::span<const char> head);
// Errors: Damaged (no directory: the file may be cut off), LimitExceeded.
Result<std::vector<ZipEntry>> readZipDirectory(const Source& zip);
// Errors: UnsupportedFormat (encrypted, other methods), Damaged.
Result<std::shared_ptr<const Source>> zipMember(std::shared_ptr<const Source> zip, const ZipEntry& entry);

} // namespace lanescope::io
