#include "core/readers/chrome_json/unescape.h"

#include "core/readers/chrome_json/token_class.h"

#include <simdjson.h>

namespace lanescope::readers {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

void appendUtf8(std::string& out, std::uint32_t c) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | (c >> 6));
        put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        put(0xe0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3f));
        put(0x80 | (c & 0x3f));
    } else {
        put(0xf0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3f));
        put(0x80 | ((c >> 6) & 0x3f));
        put(0x80 | (c & 0x3f));
    }
}

// Four hex digits at `at`, or -1.
int hex4(std::string_view text, std::size_t at) {
    if (at + 4 > text.size()) return -1;
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = text[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

// The escape \uXXXX at `at` (of the backslash). Returns the bytes taken, 0 when it is none.
std::size_t unescapeUnicode(std::string_view raw, std::size_t at, std::string& out, std::uint8_t& flags) {
    const int first = hex4(raw, at + 2);
    if (first < 0) return 0;
    if (first >= 0xd800 && first < 0xdc00 && at + 7 < raw.size() && raw[at + 6] == '\\' && raw[at + 7] == 'u') {
        const int second = hex4(raw, at + 8);
        if (second >= 0xdc00 && second < 0xe000) {
            appendUtf8(out, 0x10000u + ((static_cast<std::uint32_t>(first) - 0xd800u) << 10) +
                                (static_cast<std::uint32_t>(second) - 0xdc00u));
            return 12;
        }
    }
    if (first >= 0xd800 && first < 0xe000) {
        out += kReplacement;
        flags |= kTextBadUtf8;
    } else {
        appendUtf8(out, static_cast<std::uint32_t>(first));
    }
    return 6;
}

char simpleEscape(char c) {
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return 0;
    }
}

std::size_t validSequence(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || at + length > text.size()) return 0;
    return simdjson::validate_utf8(text.data() + at, length) ? length : 0;
}

// Replaces what is not UTF-8.
std::uint8_t repairUtf8(std::string& text) {
    if (simdjson::validate_utf8(text.data(), text.size())) return 0;
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = validSequence(text, i);
        if (length == 0) {
            out += kReplacement;
            ++i;
        } else {
            out.append(text, i, length);
            i += length;
        }
    }
    text = std::move(out);
    return kTextBadUtf8;
}

} // namespace

bool isPlainText(std::string_view raw) {
    return raw.find('\\') == std::string_view::npos && simdjson::validate_utf8(raw.data(), raw.size());
}

std::uint8_t unescapeJson(std::string_view raw, std::string& out) {
    std::uint8_t flags = 0;
    out.clear();
    out.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t slash = raw.find('\\', i);
        out.append(raw, i, slash == std::string_view::npos ? slash : slash - i);
        if (slash == std::string_view::npos) break;
        i = slash;
        const char next = i + 1 < raw.size() ? raw[i + 1] : '\0';
        if (const char c = simpleEscape(next)) {
            out += c;
            i += 2;
        } else if (const std::size_t taken = next == 'u' ? unescapeUnicode(raw, i, out, flags) : 0) {
            i += taken;
        } else {
            out += '\\'; // a Windows path, most often: the backslash is meant
            flags |= kTextBadEscape;
            ++i;
        }
    }
    return static_cast<std::uint8_t>(flags | repairUtf8(out));
}

std::uint8_t minifyJson(std::string_view raw, std::string& out) {
    out.clear();
    std::uint8_t flags = 0;
    bool inString = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (inString && c == '\\' && i + 1 < raw.size()) {
            out += c;
            out += raw[++i];
            continue;
        }
        if (c == '"') inString = !inString;
        if (!inString && isControl(c)) flags |= kTextControl;
        if (inString || !isBlank(c)) out += c;
    }
    return static_cast<std::uint8_t>(flags | repairUtf8(out));
}

std::string_view cutText(std::string_view text, std::size_t size) {
    if (text.size() <= size) return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
    return text.substr(0, size);
}

OddBytes findOddBytes(std::string_view json) {
    OddBytes odd;
    odd.badUtf8 = !simdjson::validate_utf8(json.data(), json.size());
    bool inString = false, escaped = false; // outside of strings too, as simdjson has it
    for (const char c : json) {
        if (c == '"' && !escaped) inString = !inString;
        escaped = c == '\\' && !escaped;
        if (inString && static_cast<unsigned char>(c) < 0x20) odd.control = true;
    }
    return odd;
}

std::size_t findBareControl(std::string_view json) {
    bool inString = false, escaped = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '"' && !escaped) inString = !inString;
        escaped = json[i] == '\\' && !escaped;
        if (!inString && isControl(json[i])) return i;
    }
    return std::string_view::npos;
}

} // namespace lanescope::readers
