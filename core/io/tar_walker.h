// The members of a tar file one after another: ustar, GNU long names, pax paths and sizes. One thread at a time.
#pragma once

#include "core/io/byte_stream.h"

#include <optional>
#include <string>

namespace lanescope::io {

bool looksLikeTar(std::span<const char> head); // 512 bytes whose checksum is right

struct TarEntry {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t dataOffset = 0; // in the tar
};

class TarWalker {
public:
    explicit TarWalker(std::unique_ptr<ByteStream> tar) : m_tar(std::move(tar)) {}
    // The next regular file; nothing at the end. Damaged when something that is no header stands in its place.
    Result<std::optional<TarEntry>> next();
    // Data of the entry that next() gave last.
    Result<std::size_t> readData(std::span<char> out);

private:
    Result<std::size_t> readHeader(std::span<char> block);
    Result<std::string> readSmallData(std::uint64_t size);
    Status skipRest();

    std::unique_ptr<ByteStream> m_tar;
    std::uint64_t m_position = 0;
    std::uint64_t m_left = 0;    // of the entry's data
    std::uint64_t m_padding = 0; // after it
};

} // namespace lanescope::io
