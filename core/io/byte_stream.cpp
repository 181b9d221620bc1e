#include "core/io/byte_stream.h"

#include <algorithm>
#include <cstring>

namespace lanescope::io {

Result<std::uint64_t> ByteStream::skip(std::uint64_t bytes) {
    std::vector<char> scratch(std::min<std::uint64_t>(bytes, std::size_t{256} << 10));
    std::uint64_t skipped = 0;
    while (skipped < bytes) {
        const std::size_t step = std::min<std::uint64_t>(scratch.size(), bytes - skipped);
        auto got = read(std::span<char>(scratch).first(step));
        if (!got) return got.error();
        skipped += *got;
        if (*got < step) break;
    }
    return skipped;
}

InputWindow::InputWindow(std::unique_ptr<ByteStream> stream, std::size_t windowBytes, std::uint64_t position)
    : m_stream(std::move(stream)), m_buffer(windowBytes), m_position(position) {}

Result<std::span<const char>> InputWindow::peek(std::size_t atLeast) {
    atLeast = std::min(atLeast, m_buffer.size());
    if (m_end - m_begin < atLeast && !m_atEnd) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
        const std::size_t wanted = m_buffer.size() - m_end;
        auto got = m_stream->read(std::span<char>(m_buffer).subspan(m_end));
        if (!got) return got.error();
        m_atEnd = *got < wanted;
        m_end += *got;
    }
    return std::span<const char>(m_buffer.data() + m_begin, m_end - m_begin);
}

void InputWindow::consume(std::size_t bytes) {
    LANESCOPE_CHECK(bytes <= m_end - m_begin);
    m_begin += bytes;
    m_position += bytes;
}

} // namespace lanescope::io
