#include "core/export/display_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lanescope {

namespace {

struct Decoded {
    char32_t code = 0xFFFD;
    std::size_t bytes = 1; // 1 for a byte that starts no valid sequence
    bool valid = false;
};

Decoded decode(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(at);
    if (first < 0x80) return {first, 1, true};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return {};
    char32_t code = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0u) != 0x80u) return {};
        code = (code << 6) | (byte(at + i) & 0x3Fu);
    }
    const bool tooLong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (tooLong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
    return {code, length, true};
}

struct CodeRange {
    char32_t first;
    char32_t last;
};
// Blocks whose characters take no column of their own, and those that take two.
constexpr std::array<CodeRange, 12> kZeroWidth{{{0x0300, 0x036F},
                                                {0x0483, 0x0489},
                                                {0x0591, 0x05BD},
                                                {0x0610, 0x061A},
                                                {0x064B, 0x065F},
                                                {0x1AB0, 0x1AFF},
                                                {0x1DC0, 0x1DFF},
                                                {0x200B, 0x200F},
                                                {0x20D0, 0x20FF},
                                                {0xFE00, 0xFE0F},
                                                {0xFE20, 0xFE2F},
                                                {0xFEFF, 0xFEFF}}};
constexpr std::array<CodeRange, 10> kTwoWide{{{0x1100, 0x115F},
                                              {0x2E80, 0x303E},
                                              {0x3041, 0x33FF},
                                              {0x3400, 0x4DBF},
                                              {0x4E00, 0xA4CF},
                                              {0xAC00, 0xD7A3},
                                              {0xF900, 0xFAFF},
                                              {0xFE30, 0xFE6F},
                                              {0xFF00, 0xFF60},
                                              {0x1F300, 0x1FAFF}}};

template <std::size_t N>
bool contains(const std::array<CodeRange, N>& ranges, char32_t code) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const CodeRange& r) { return r.first <= code && code <= r.last; });
}

std::size_t widthOf(char32_t code) {
    if (code < 0x300) return 1;
    if (contains(kZeroWidth, code)) return 0;
    return contains(kTwoWide, code) || (code >= 0x20000 && code <= 0x3FFFD) ? 2 : 1;
}

} // namespace

std::size_t displayWidth(std::string_view utf8) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const Decoded c = decode(utf8, at);
        width += c.valid ? widthOf(c.code) : 1;
        at += c.bytes;
    }
    return width;
}

std::string printable(std::string_view utf8) {
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t at = 0; at < utf8.size();) {
        const Decoded c = decode(utf8, at);
        // Besides the controls: the marks that reorder text, which can make a line read as something else.
        const bool reorders = (c.code >= 0x202A && c.code <= 0x202E) || (c.code >= 0x2066 && c.code <= 0x2069);
        const bool lineBreak = c.code == 0x2028 || c.code == 0x2029;
        if (!c.valid)
            out += "\uFFFD";
        else if (c.code == '\n')
            out += "\\n";
        else if (c.code == '\t')
            out += "\\t";
        else if (c.code == '\r')
            out += "\\r";
        else if (c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0))
            out += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(c.code));
        else if (reorders || lineBreak)
            out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.code));
        else
            out += utf8.substr(at, c.bytes);
        at += c.bytes;
    }
    return out;
}

std::string printableLines(std::string_view utf8) {
    std::string out;
    for (std::size_t at = 0;; ++at) {
        const std::size_t end = std::min(utf8.find('\n', at), utf8.size());
        out += printable(utf8.substr(at, end - at));
        if (end == utf8.size()) return out;
        out += '\n';
        at = end;
    }
}

std::string elideMiddle(std::string_view utf8, std::size_t columns) {
    if (displayWidth(utf8) <= columns) return std::string(utf8);
    if (columns == 0) return {};
    std::vector<std::size_t> starts; // of every character
    std::vector<std::size_t> widths;
    for (std::size_t at = 0; at < utf8.size();) {
        const Decoded c = decode(utf8, at);
        starts.push_back(at);
        widths.push_back(c.valid ? widthOf(c.code) : 1);
        at += c.bytes;
    }
    starts.push_back(utf8.size());
    const std::size_t room = columns - 1;
    std::size_t head = 0;
    std::size_t tail = widths.size();
    std::size_t used = 0;
    while (head < widths.size() && used + widths[head] <= room - room / 2) used += widths[head++];
    while (tail > head && used + widths[tail - 1] <= room) used += widths[--tail];
    while (tail < widths.size() && widths[tail] == 0) ++tail; // a mark without its letter
    return std::string(utf8.substr(0, starts[head])) + "\u2026" + std::string(utf8.substr(starts[tail]));
}

} // namespace lanescope
