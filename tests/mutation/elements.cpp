#include "tests/mutation/elements.h"

#include <algorithm>

namespace lanescope::test {
namespace {

// Behind the string that begins at `at`.
std::size_t behindString(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
    return at + 1;
}

// Behind the value that begins at `at`.
std::size_t behindValue(std::string_view text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = behindString(text, at);
            if (depth == 0) return at;
            continue;
        }
        if (depth == 0 && (c == ',' || c == ']' || c == '}')) return at;
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        ++at;
        if (depth == 0 && (c == '}' || c == ']')) return at;
    }
    return text.size();
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view what) {
    return std::min(text.find_first_not_of(what, at), text.size());
}

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kBetween = " \t\r\n,";

// Of the '[' of the array of events; text.size() when there is none.
std::size_t findArray(std::string_view text) {
    std::size_t at = skip(text, 0, kBlanks);
    if (at < text.size() && text[at] == '[') return at;
    ++at;
    while ((at = skip(text, at, kBetween)) < text.size() && text[at] == '"') {
        const std::size_t keyEnd = behindString(text, at);
        const std::string_view key = text.substr(at, keyEnd - at);
        const std::size_t value = skip(text, skip(text, keyEnd, kBlanks) + 1, kBlanks);
        if (key == "\"traceEvents\"") return value;
        at = behindValue(text, value);
    }
    return text.size();
}

} // namespace

std::vector<Extent> elementsOf(std::string_view text) {
    std::vector<Extent> elements;
    std::size_t at = findArray(text) + 1;
    while ((at = skip(text, at, kBetween)) < text.size() && text[at] != ']') {
        const std::size_t end = behindValue(text, at);
        if (end == at) break;
        elements.push_back({at, end});
        at = end;
    }
    return elements;
}

Touched touchedBy(const std::vector<Extent>& elements, Extent change) {
    const auto endsBefore = [&](const Extent& e) { return e.end < change.begin; };
    const auto beginsBehind = [&](const Extent& e) { return e.begin > change.end; };
    const auto first =
        static_cast<std::size_t>(std::partition_point(elements.begin(), elements.end(), endsBefore) - elements.begin());
    const auto last = static_cast<std::size_t>(
        std::partition_point(elements.begin(), elements.end(), [&](const Extent& e) { return !beginsBehind(e); }) -
        elements.begin());
    const bool inFront = elements.empty() || change.begin < elements.front().begin;
    if (first < last) return {first, last, inFront};
    // Inside a separator: the elements on both sides.
    return {last == 0 ? 0 : last - 1, std::min(first + 1, elements.size()), inFront};
}

} // namespace lanescope::test
