#include "core/readers/chrome_json/rank_from_name.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

namespace lanescope::readers {
namespace {

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::int64_t> numberAt(std::string_view name, std::size_t at) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(name.data() + at, name.data() + name.size(), value);
    const auto size = static_cast<std::size_t>(end - name.data()) - at;
    // Longer ones are times or process ids.
    return error == std::errc{} && value >= 0 && size <= 6 ? std::optional(value) : std::nullopt;
}

// `word`, at most one separator (or a bracket), digits.
std::optional<std::int64_t> after(std::string_view name, std::string_view word) {
    for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
        if (at > 0 && isLetter(name[at - 1])) continue;
        std::size_t digits = at + word.size();
        if (digits < name.size() && std::string_view("-_[(=.: ").find(name[digits]) != std::string_view::npos) ++digits;
        if (digits < name.size() && isDigit(name[digits]))
            if (const auto rank = numberAt(name, digits)) return rank;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> rankFromFileName(std::string_view fileName) {
    std::string name(fileName.substr(fileName.find_last_of('/') + 1));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    for (const std::string_view word : {"rank", "worker"})
        if (const auto rank = after(name, word)) return rank;
    // _r3 and -0. : only where nothing else can be meant.
    for (std::size_t at = name.find("_r"); at != std::string::npos; at = name.find("_r", at + 1))
        if (at + 2 < name.size() && isDigit(name[at + 2])) return numberAt(name, at + 2);
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos || dot == 0) return std::nullopt;
    const std::string_view rest = std::string_view(name).substr(dot); // host names have numbers and dots too
    if (!rest.starts_with(".json") && !rest.starts_with(".pt.") && !rest.starts_with(".trace")) return std::nullopt;
    std::size_t first = dot;
    while (first > 0 && isDigit(name[first - 1])) --first;
    if (first == dot || first == 0 || name[first - 1] != '-') return std::nullopt;
    return numberAt(name, first);
}

} // namespace lanescope::readers
