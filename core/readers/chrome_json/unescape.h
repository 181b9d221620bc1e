// The inside of JSON strings to text: valid UTF-8 whatever the input. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::readers {

// What was odd about a text.
enum TextFlag : std::uint8_t {
    kTextBadEscape = 1, // backslash that starts no escape, kept as text
    kTextBadUtf8 = 2,   // bytes that are not UTF-8, or half a surrogate pair: U+FFFD each
    kTextCut = 4,       // longer than a name may be
    kTextControl = 8,   // control character outside of the strings of a JSON value
};

// True when the text is what the JSON string holds, as it stands.
bool isPlainText(std::string_view raw);
// Decodes the inside of a JSON string; returns TextFlags.
std::uint8_t unescapeJson(std::string_view raw, std::string& out);
// Drops the blanks of a JSON value outside its strings, so that equal values look equal however they were formatted.
std::uint8_t minifyJson(std::string_view raw, std::string& out);
// Cuts to at most `size` bytes without cutting a character.
std::string_view cutText(std::string_view text, std::size_t size);

// What is odd about the raw bytes of one event: control characters inside strings, bytes that are not UTF-8.
struct OddBytes {
    bool control = false;
    bool badUtf8 = false;
};
OddBytes findOddBytes(std::string_view json);
// The first control character outside of strings; npos when there is none.
std::size_t findBareControl(std::string_view json);

} // namespace lanescope::readers
