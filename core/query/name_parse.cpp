#include "core/query/name_parse.h"

#include <algorithm>
#include <cctype>

namespace lanescope::names {

namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Depth of <>, () and {} before each character; brackets of operators count as text.
class Depth {
public:
    // Returns the depth at which `c` itself stands: an opening bracket belongs to the outer level.
    int step(std::string_view text, std::size_t i) {
        const char c = text[i];
        const bool operatorSign = afterOperator(text, i);
        if (c == '(' || c == '{' || c == '[' || (c == '<' && !operatorSign)) return m_depth++;
        const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
        if (c == ')' || c == '}' || c == ']' || (c == '>' && !operatorSign && !arrow)) {
            if (m_depth > 0) --m_depth;
            return m_depth;
        }
        return m_depth;
    }

private:
    static bool afterOperator(std::string_view text, std::size_t i) {
        constexpr std::string_view word = "operator";
        std::size_t begin = i;
        while (begin > 0 && (text[begin - 1] == '<' || text[begin - 1] == '>')) --begin;
        return begin >= word.size() && text.substr(begin - word.size(), word.size()) == word;
    }
    int m_depth = 0;
};

bool saysNothing(std::string_view part) {
    const std::string_view base = splitTemplate(part).base;
    return base == "kernel" || base == "Kernel" || base == "run" || base == "operator()" || base == "device_kernel";
}

} // namespace

std::string_view functionPath(std::string_view signature) {
    Depth depth;
    std::size_t begin = 0;
    std::size_t end = signature.size();
    bool ended = false;
    for (std::size_t i = 0; i < signature.size(); ++i) {
        if (depth.step(signature, i) != 0 || ended) continue;
        if (signature[i] == ' ') begin = i + 1;                               // a result type came before
        const bool call = i >= 8 && signature.substr(i - 8, 8) == "operator"; // operator()
        const bool hidden = signature.substr(i).starts_with("(anonymous namespace)");
        if (signature[i] == '(' && i > begin && !call && !hidden) {
            // The parameters, unless the name goes on behind them: f(int)::{lambda}::operator().
            Depth inner;
            std::size_t close = i;
            while (close < signature.size() && !(inner.step(signature, close) == 0 && close > i)) ++close;
            if (signature.substr(close + 1).starts_with("::")) continue;
            end = i;
            ended = true;
        }
    }
    return begin < end ? signature.substr(begin, end - begin) : signature;
}

std::string_view lastPart(std::string_view path) {
    Depth depth;
    std::vector<std::size_t> parts{0};
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (depth.step(path, i) == 0 && path[i] == ':' && path[i + 1] == ':') parts.push_back(i + 2);
    std::size_t from = parts.size() - 1;
    const auto at = [&](std::size_t k) { return path.substr(parts[k]); };
    if (from > 0 && saysNothing(at(from)) && !path.substr(parts[from - 1]).starts_with("(anonymous")) --from;
    return at(from);
}

Template splitTemplate(std::string_view name) {
    const std::size_t open = name.find('<');
    if (open == std::string_view::npos || open == 0 || name.back() != '>') return {name, {}};
    return {name.substr(0, open), name.substr(open + 1, name.size() - open - 2)};
}

std::vector<std::string_view> splitArgs(std::string_view args) {
    std::vector<std::string_view> out;
    Depth depth;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        std::string_view arg = args.substr(begin, end - begin);
        while (!arg.empty() && arg.front() == ' ') arg.remove_prefix(1);
        while (!arg.empty() && arg.back() == ' ') arg.remove_suffix(1);
        out.push_back(arg);
    };
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (depth.step(args, i) != 0 || args[i] != ',') continue;
        add(i);
        begin = i + 1;
    }
    if (!args.empty()) add(args.size());
    return out;
}

std::vector<std::string_view> identifiers(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < text.size();) {
        if (!isWord(text[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isWord(text[end])) ++end;
        const bool qualifies = text.substr(end).starts_with("::");
        if (!qualifies && !isDigit(text[i])) out.push_back(text.substr(i, end - i));
        i = end;
    }
    return out;
}

std::string snakeCase(std::string_view camel) {
    if (camel.find('_') != std::string_view::npos) return std::string(camel);
    std::string out;
    const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    for (std::size_t i = 0; i < camel.size(); ++i) {
        if (upper(camel[i]) && i > 0 && !upper(camel[i - 1])) out += '_';
        out += static_cast<char>(std::tolower(static_cast<unsigned char>(camel[i])));
    }
    return out;
}

bool cutPrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool cutSuffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix) || text.size() == suffix.size()) return false;
    text.remove_suffix(suffix.size());
    return true;
}

std::optional<std::string> tileOf(std::string_view name) {
    for (std::size_t i = 1; i < name.size(); ++i) {
        if (!isDigit(name[i]) || isDigit(name[i - 1])) continue;
        const std::string_view before = name.substr(0, i);
        if (!before.ends_with('_') && !before.ends_with("MT") && !before.ends_with("bt") &&
            !before.ends_with("tilesize"))
            continue;
        std::size_t mid = i;
        while (mid < name.size() && isDigit(name[mid])) ++mid;
        std::size_t end = mid + 1;
        while (end < name.size() && isDigit(name[end])) ++end;
        if (mid < name.size() && name[mid] == 'x' && end > mid + 1) return std::string(name.substr(i, end - i));
    }
    return std::nullopt;
}

} // namespace lanescope::names
