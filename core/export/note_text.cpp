#include "core/export/note_text.h"

#include "core/export/quantity.h"

#include <charconv>
#include <optional>

namespace lanescope {

namespace {

constexpr std::size_t kMostDigits = 18; // what fits into 64 bits for certain

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isPartOfWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == ',' ||
           static_cast<unsigned char>(c) >= 0x80; // a letter, or the thin space of a number that is formatted already
}

// The number that ends before `end`, when it stands alone.
std::optional<std::size_t> numberBefore(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && isDigit(text[begin - 1])) --begin;
    if (begin == end || end - begin > kMostDigits) return std::nullopt;
    if (begin > 0 && text[begin - 1] == '-') --begin;
    if (begin > 0 && isPartOfWord(text[begin - 1])) return std::nullopt;
    return begin;
}

} // namespace

std::string noteText(std::string_view note) {
    constexpr std::string_view kUnit = " ns";
    std::string out;
    std::size_t done = 0;
    for (std::size_t at = note.find(kUnit); at != std::string_view::npos; at = note.find(kUnit, at + 1)) {
        const std::size_t after = at + kUnit.size();
        if (after < note.size() && isPartOfWord(note[after]) && note[after] != '.' && note[after] != ',') continue;
        const auto begin = numberBefore(note, at);
        if (!begin || *begin < done) continue;
        std::int64_t ns = 0;
        std::from_chars(note.data() + *begin, note.data() + at, ns);
        out += note.substr(done, *begin - done);
        out += formatDuration(ns);
        done = after;
    }
    out += note.substr(done);
    return out;
}

} // namespace lanescope
