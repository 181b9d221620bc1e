#include "core/readers/nccl_log/nccl_line.h"

#include <algorithm>
#include <charconv>

namespace lanescope::readers::nccl {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHostChar(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' || c == '_';
}

// Where "host:pid:tid [" stands before `end`: begin of the host.
struct Place {
    std::size_t host = 0, pid = 0, tid = 0, bracket = 0;
};
constexpr std::size_t kLongestLine = 1023;

// "[2026-01-01 00:00:09] ": NCCL's own, no launcher's.
bool isTimeOnly(std::string_view prefix) {
    return prefix.size() > 4 && prefix.front() == '[' && prefix.ends_with("] ") && isDigit(prefix[1]) &&
           prefix.find(']') == prefix.size() - 2 && prefix.find(':') != std::string_view::npos;
}

std::optional<Place> placeBefore(std::string_view text, std::size_t end) {
    for (std::size_t bracket = text.find(" [", 0); bracket != std::string_view::npos && bracket < end;
         bracket = text.find(" [", bracket + 1)) {
        std::size_t at = bracket;
        while (at > 0 && isDigit(text[at - 1])) --at;
        if (at == bracket || at < 2 || text[at - 1] != ':') continue;
        const std::size_t tid = at;
        std::size_t pid = tid - 1;
        while (pid > 0 && isDigit(text[pid - 1])) --pid;
        if (pid == tid - 1 || pid < 2 || text[pid - 1] != ':') continue;
        std::size_t host = pid - 1;
        while (host > 0 && isHostChar(text[host - 1])) --host;
        if (host < pid - 1) return Place{host, pid, tid, bracket};
    }
    return std::nullopt;
}

// Where an escape sequence that begins at `at` ends: "\x1b[32m", "\x1b[K"; others are two characters.
std::size_t endOfEscape(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size() || text[at + 1] != '[') return std::min(text.size(), at + 2);
    std::size_t i = at + 2;
    while (i < text.size() && text[i] >= 0x20 && text[i] <= 0x3f) ++i;
    return std::min(text.size(), i + 1);
}

} // namespace

std::string withoutColours(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '\x1b') {
            i = endOfEscape(text, i);
            continue;
        }
        if (text[i] != '\r') out += text[i];
        ++i;
    }
    return out;
}

std::optional<Line> lineOf(std::string_view text) {
    std::size_t mark = text.find(" NCCL INFO ");
    const std::size_t warn = text.find(" NCCL WARN ");
    Line line;
    line.warning = mark == std::string_view::npos || warn < mark;
    if (line.warning) mark = warn;
    if (mark == std::string_view::npos) return std::nullopt;
    const auto place = placeBefore(text, mark + 1);
    if (!place) return std::nullopt;
    line.message = text.substr(mark + 11);
    if (line.message.find(" NCCL INFO ") != std::string_view::npos ||
        line.message.find(" NCCL WARN ") != std::string_view::npos)
        return std::nullopt;
    line.host = text.substr(place->host, place->pid - 1 - place->host);
    line.process = std::string(text.substr(place->host, place->tid - 1 - place->host));
    line.thread = std::string(text.substr(place->host, place->bracket - place->host));
    const std::size_t close = text.find(']', place->bracket);
    line.device = line.process;
    if (close < mark + 1) line.device += text.substr(place->bracket + 1, close - place->bracket);
    if (line.warning && close < mark) line.place = text.substr(close + 1, mark - close - 1);
    if (line.place.starts_with(' ')) line.place.remove_prefix(1);
    line.prefixed = place->host > 0 && !line.warning && !isTimeOnly(text.substr(0, place->host));
    line.cut = text.size() - place->host >= kLongestLine - 1;
    return line;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t out = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), out).ec != std::errc()) return std::nullopt;
    return out;
}

std::string_view wordAfter(std::string_view message, std::string_view word) {
    const std::string key = std::string(word) + " ";
    for (std::size_t at = message.find(key); at != std::string_view::npos; at = message.find(key, at + 1)) {
        if (at > 0 && message[at - 1] != ' ' && message[at - 1] != '[') continue;
        const std::string_view rest = message.substr(at + key.size());
        return rest.substr(0, rest.find(' '));
    }
    return {};
}

std::optional<std::int64_t> numberAfter(std::string_view message, std::string_view word) {
    return wholeNumber(wordAfter(message, word));
}

std::vector<std::int64_t> numbersIn(std::string_view text) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i])) {
            ++i;
            continue;
        }
        const bool negative = i > 0 && text[i - 1] == '-';
        std::int64_t value = 0;
        const auto end = std::from_chars(text.data() + i, text.data() + text.size(), value);
        out.push_back(negative ? -value : value);
        i = static_cast<std::size_t>(end.ptr - text.data());
    }
    return out;
}

} // namespace lanescope::readers::nccl
