// One value of the text, not yet decoded. A view into the chunk: valid as long as the chunk's text is.
#pragma once

#include "core/readers/chrome_json/token_class.h"

#include <cstdint>
#include <string_view>

namespace lanescope::readers {

struct RawValue {
    const char* begin = nullptr; // strings: behind the quote; others: the first character
    std::uint32_t size = 0;      // strings and containers; numbers and words where it is known: else 0
    Tok tok = Tok::End;          // End = there is no value

    // The size of a quote that is the last character of its text.
    static constexpr std::uint32_t kNeverClosed = static_cast<std::uint32_t>(-1);
    bool isNeverClosed() const { return size == kNeverClosed; }
    std::string_view view() const { return {begin, size}; }
    // Numbers and words: the text up to its end. The text is followed by at least one character that ends it.
    std::string_view word() const {
        if (begin == nullptr) return {};
        const char* end = begin;
        while (!endsScalar(*end)) ++end;
        return {begin, static_cast<std::size_t>(end - begin)};
    }
    // The same of a whole element: NUL bytes inside of a number belong to it. Without a size, something that ends it
    // must follow, as in every ChunkText.
    std::string_view literal() const {
        if (begin == nullptr) return {};
        if (size > 0) return view();
        const char* end = begin;
        while (!endsLiteral(*end)) ++end;
        return {begin, static_cast<std::size_t>(end - begin)};
    }
    bool isLiteral() const { return tok != Tok::Quote && tok != Tok::OpenArray && tok != Tok::OpenObject; }
    std::string_view text() const { return isLiteral() ? word() : view(); }
    bool isNumber() const { return tok == Tok::Digit || tok == Tok::Minus; }
};

} // namespace lanescope::readers
