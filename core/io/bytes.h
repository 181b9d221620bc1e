// Little-endian numbers in byte strings: written without thought of the machine, read without trust. Any thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::io {

template <std::unsigned_integral T>
void putNumber(std::string& out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out.push_back(static_cast<char>((std::uint64_t{value} >> (8 * i)) & 0xff));
}

// Takes numbers and pieces from the front; after the first thing that is not there, everything else is empty or 0.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) {}
    bool ok() const { return m_ok; }
    std::string_view rest() const { return m_rest; }
    std::string_view piece(std::uint64_t size) {
        if (size > m_rest.size()) m_ok = false;
        if (!m_ok) return {};
        const std::string_view out = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return out;
    }
    template <std::unsigned_integral T>
    T number() {
        const std::string_view bytes = piece(sizeof(T));
        std::uint64_t value = 0;
        for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
        return static_cast<T>(value);
    }
    void fail() { m_ok = false; }

private:
    std::string_view m_rest;
    bool m_ok = true;
};

} // namespace lanescope::io
