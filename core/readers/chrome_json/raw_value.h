// One value of the text, not yet decoded. A view into the chunk: valid as long as the chunk's text is.
#pragma once

#include "core/readers/chrome_json/token_class.h"

#include <cstdint>
#include <string_view>

namespace lanescope::readers {

struct RawValue {
    const char* begin = nullptr; // strings: behind the quote; others: the first character
    std::uint32_t size = 0;      // strings and containers; numbers and words end where endsScalar() says
    Tok tok = Tok::End;          // End = there is no value

    std::string_view view() const { return {begin, size}; }
    // Numbers and words: the text up to its end. The text is followed by at least one character that ends it.
    std::string_view word() const {
        if (begin == nullptr) return {};
        const char* end = begin;
        while (!endsScalar(*end)) ++end;
        return {begin, static_cast<std::size_t>(end - begin)};
    }
    std::string_view text() const {
        return tok == Tok::Quote || tok == Tok::OpenArray || tok == Tok::OpenObject ? view() : word();
    }
    bool isNumber() const { return tok == Tok::Digit || tok == Tok::Minus; }
};

} // namespace lanescope::readers
