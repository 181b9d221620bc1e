#include "core/session/event_extent.h"

#include <array>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 10> kFirstKeys{"ph", "name", "cat",  "pid", "tid",
                                                      "ts", "dur",  "args", "id",  "bp"};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at])) ++at;
    return at;
}

} // namespace

bool nextEventFollows(std::string_view text, std::size_t at) {
    at = skipBlanks(text, at + 1);
    if (at >= text.size() || text[at] != ',') return false;
    at = skipBlanks(text, at + 1);
    if (at >= text.size() || text[at] != '{') return false;
    at = skipBlanks(text, at + 1);
    if (at >= text.size() || text[at] != '"') return false;
    const std::string_view rest = text.substr(at + 1);
    for (const std::string_view key : kFirstKeys)
        if (rest.starts_with(key) && rest.size() > key.size() && rest[key.size()] == '"') return true;
    return false;
}

std::optional<std::size_t> eventExtent(std::string_view text) {
    if (text.empty() || text[0] != '{') return std::nullopt;
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                inString = false;
            } else if (c == '}' && nextEventFollows(text, i)) {
                return i + 1;
            }
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth == 0) return i + 1;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> eventExtentByBraces(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{') ++depth;
        if (text[i] == '}' && depth > 0 && --depth == 0) return i + 1;
    }
    return std::nullopt;
}

} // namespace lanescope
