// What hiding names and learning them share. Pure; any thread.
#pragma once

#include "core/export/name_forms.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace lanescope::redact_parts {

inline constexpr std::size_t kLongestName = 200;

inline char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lowered(c);
    return out;
}

inline bool isInWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

inline bool isNcclLine(std::string_view text) {
    return text.find("NCCL") != std::string_view::npos || text.find("RCCL") != std::string_view::npos;
}

// Visits the words of a text, and what stands between them, in order.
template <class Word, class Between>
void eachWord(std::string_view text, Word&& word, Between&& between) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(name_forms::kBetweenWords, at), text.size());
        if (end > at) word(text.substr(at, end - at));
        if (end < text.size()) between(text[end]);
        at = end + 1;
    }
}

} // namespace lanescope::redact_parts
