// Single fields of an event's raw text, and the text as it may be given away.
#include "core/readers/chrome_json/metadata.h"
#include "core/session/cut/cut_parts.h"

#include <algorithm>

namespace lanescope::cut {
namespace {

constexpr std::string_view kHidden = "\"not shown: looks like a secret\"";

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at])) ++at;
    return at;
}

// Behind the closing quote of the string that begins at `at`.
std::size_t endOfString(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

std::size_t endOfValue(std::string_view text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = endOfString(text, at);
            if (depth == 0) return at;
            continue;
        }
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth <= 0) return depth < 0 ? at : at + 1;
        if (depth == 0 && (c == ',' || isBlank(c))) return at;
        ++at;
    }
    return at;
}

// Where the value of a member begins, whatever its depth; npos: no such member.
std::size_t valueAt(std::string_view event, std::string_view key) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    for (std::size_t at = event.find(quoted); at != std::string_view::npos; at = event.find(quoted, at + 1)) {
        const std::size_t colon = skipBlanks(event, at + quoted.size());
        if (colon < event.size() && event[colon] == ':') return skipBlanks(event, colon + 1);
    }
    return std::string_view::npos;
}

} // namespace

std::string_view fieldOf(std::string_view event, std::string_view key) {
    const std::size_t at = valueAt(event, key);
    if (at >= event.size()) return {};
    const std::size_t end = endOfValue(event, at);
    if (event[at] != '"') return event.substr(at, end - at);
    return end >= at + 2 ? event.substr(at + 1, end - at - 2) : std::string_view{};
}

char phaseOf(std::string_view event) {
    const std::string_view phase = fieldOf(event, "ph");
    return phase.size() == 1 ? phase[0] : '\0';
}

std::string shareable(std::string_view event, std::uint64_t& hidden) {
    std::string out;
    out.reserve(event.size());
    for (std::size_t at = 0; at < event.size();) {
        const char c = event[at];
        if (c != '"') {
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
            ++at;
            continue;
        }
        const std::size_t end = endOfString(event, at);
        const std::string_view text = event.substr(at, end - at);
        const std::size_t colon = skipBlanks(event, end);
        const bool isKey = colon < event.size() && event[colon] == ':';
        if (!isKey && readers::mayHoldSecret(text)) {
            out += kHidden;
            ++hidden;
        } else {
            for (const char letter : text) out += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
        }
        at = end;
        if (!isKey || !readers::isSecretKey(text.substr(1, text.size() < 2 ? 0 : text.size() - 2))) continue;
        const std::size_t value = skipBlanks(event, colon + 1);
        out += ": ";
        out += kHidden;
        ++hidden;
        at = endOfValue(event, value);
    }
    return out;
}

} // namespace lanescope::cut
