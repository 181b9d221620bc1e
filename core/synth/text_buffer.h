// Fast text assembly: pieces, whole numbers and microseconds with three decimals, into one growing buffer.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::synth {

class TextBuffer {
public:
    TextBuffer& operator<<(std::string_view text) {
        m_text.append(text);
        return *this;
    }
    TextBuffer& operator<<(std::int64_t value) { return number(value); }
    TextBuffer& operator<<(std::uint64_t value) { return number(value); }
    TextBuffer& operator<<(std::uint32_t value) { return number(std::uint64_t{value}); }
    TextBuffer& operator<<(int value) { return number(std::int64_t{value}); }
    // ns as "us.nnn"; ns >= 0.
    TextBuffer& us(std::int64_t ns) {
        const auto rest = static_cast<unsigned>(ns % 1000);
        number(ns / 1000);
        const char tail[4] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                              static_cast<char>('0' + rest % 10)};
        m_text.append(tail, 4);
        return *this;
    }
    std::string& text() { return m_text; }
    const std::string& text() const { return m_text; }

private:
    template <class T>
    TextBuffer& number(T value) {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        m_text.append(digits, static_cast<std::size_t>(end - digits));
        return *this;
    }
    std::string m_text;
};

} // namespace lanescope::synth
