// Bytes front to back, the common shape of files, decoders and archive members. One thread at a time.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanescope::io {

class ByteStream {
public:
    virtual ~ByteStream() = default;
    // Fills `out` as far as possible: fewer bytes than asked for only at the end.
    virtual Result<std::size_t> read(std::span<char> out) = 0;
    // Leaves bytes out. Returns how many were left out: fewer only at the end.
    virtual Result<std::uint64_t> skip(std::uint64_t bytes);
};

// A view of what comes next in a stream, for decoders: look at some bytes, then say how many were used.
class InputWindow {
public:
    // `position` is the offset that the stream's first byte has in its file.
    InputWindow(std::unique_ptr<ByteStream> stream, std::size_t windowBytes, std::uint64_t position = 0);
    // The next bytes, at least `atLeast` of them unless the stream ends before. Valid until the next call.
    Result<std::span<const char>> peek(std::size_t atLeast = 1);
    void consume(std::size_t bytes);
    std::uint64_t position() const { return m_position; } // of the next byte
    ByteStream& stream() { return *m_stream; }

private:
    std::unique_ptr<ByteStream> m_stream;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0, m_end = 0;
    std::uint64_t m_position;
    bool m_atEnd = false;
};

} // namespace lanescope::io
