#include "core/export/name_forms.h"

#include <algorithm>
#include <array>
#include <string>

namespace lanescope::name_forms {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSmall(char c) { return c >= 'a' && c <= 'z'; }
bool isLetter(char c) { return isSmall(c) || (c >= 'A' && c <= 'Z'); }

bool allOf(std::string_view text, std::string_view more, bool (*kind)(char)) {
    return std::all_of(text.begin(), text.end(),
                       [&](char c) { return kind(c) || isDigit(c) || more.find(c) != std::string_view::npos; });
}

bool isNumber(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isDigit); }

// Four numbers below 256 with points between them.
bool isFourNumbers(std::string_view text) {
    int parts = 0;
    while (true) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const std::string_view part = text.substr(0, end);
        if (!isNumber(part) || part.size() > 3) return false;
        int value = 0;
        for (const char c : part) value = value * 10 + (c - '0');
        if (value > 255) return false;
        ++parts;
        if (end == text.size()) return parts == 4;
        text.remove_prefix(end + 1);
    }
}

bool isSixthVersionAddress(std::string_view text) {
    const auto colons = std::count(text.begin(), text.end(), ':');
    if (colons < 2 || (colons < 5 && text.find("::") == std::string_view::npos)) return false;
    const bool hex =
        std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || c == ':'; });
    return hex && std::any_of(text.begin(), text.end(), isDigit);
}

} // namespace

bool isPath(std::string_view word) {
    if (word.starts_with("docs/user/")) return false; // our own pages, named below pictures
    if (word.size() > 3 && isLetter(word[0]) && word[1] == ':' && (word[2] == '\\' || word[2] == '/')) return true;
    if (word.find('/') == std::string_view::npos) return word.starts_with("\\\\");
    return word.starts_with('/') || word.starts_with("~/") || word.find("://") != std::string_view::npos ||
           std::count(word.begin(), word.end(), '/') > 1;
}

std::string_view lastPart(std::string_view path) {
    const std::size_t end = path.find_last_not_of("/\\");
    if (end == std::string_view::npos) return path;
    path = path.substr(0, end + 1);
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::optional<UserAtHost> userAtHost(std::string_view word) {
    const std::size_t sign = word.find('@');
    if (sign == std::string_view::npos || sign == 0 || sign + 1 >= word.size()) return std::nullopt;
    const std::string_view user = word.substr(0, sign), host = word.substr(sign + 1);
    const std::string_view name = host.substr(0, host.find(':')); // "me@node7:/data" names a place there
    if (!isSmall(user.front()) || !allOf(user, "._-", isSmall)) return std::nullopt;
    if (!isFourNumbers(name) && (name.empty() || !isSmall(name.front()) || !allOf(name, ".-", isSmall)))
        return std::nullopt;
    return UserAtHost{user, name};
}

bool isAddress(std::string_view word) {
    if (isSixthVersionAddress(word)) return true;
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return isFourNumbers(word);
    return isFourNumbers(word.substr(0, colon)) && isNumber(word.substr(colon + 1));
}

std::string_view withoutPort(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    return colon != std::string_view::npos && isNumber(host.substr(colon + 1)) ? host.substr(0, colon) : host;
}

std::string_view authorityOf(std::string_view word) {
    const std::size_t sign = word.find("://");
    if (sign == std::string_view::npos) return {};
    word.remove_prefix(sign + 3);
    return word.substr(0, word.find('/'));
}

std::string_view hostIn(std::string_view word) {
    const auto names = [](std::string_view text) {
        return userAtHost(text) || isAddress(text) || isFullHostName(withoutPort(text)) || isHostWithPort(text);
    };
    word = word.substr(0, word.find_last_not_of(".:!?") + 1); // as at the end of a sentence
    if (word.empty() || names(word)) return word;
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || !isLetter(word.front())) return {};
    if (!allOf(word.substr(0, colon), "_-", isLetter)) return {};
    word.remove_prefix(colon + 1);
    return !word.empty() && names(word) ? word : std::string_view();
}

bool isHostWithPort(std::string_view word) {
    constexpr std::array<std::string_view, 16> kSized{"float", "int",  "uint",  "bf",     "fp",    "sm",
                                                      "layer", "head", "block", "expert", "stage", "shard",
                                                      "chunk", "dim",  "batch", "bucket"};
    const std::string_view host = withoutPort(word);
    const std::size_t port = word.size() - host.size();
    if (host.size() < 3 || port != 6 || word.substr(host.size() + 1) > "65535" || word[host.size() + 1] == '0')
        return false;
    if (!isLetter(host.front()) || !allOf(host, "-", isLetter) || std::none_of(host.begin(), host.end(), isDigit))
        return false;
    std::string lower(host);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (isCommon(lower)) return false;
    std::string_view stem = lower;
    while (!stem.empty() && (isDigit(stem.back()) || stem.back() == '-')) stem.remove_suffix(1);
    return std::find(kSized.begin(), kSized.end(), stem) == kSized.end();
}

bool isPlainName(std::string_view word) {
    constexpr std::array<std::string_view, 8> kNone{"true", "false", "none", "null", "nil", "auto", "yes", "unknown"};
    if (word.size() < 3 || !isLetter(word.front()) || !allOf(word, ".-_", isLetter)) return false;
    std::string lower(word);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::find(kNone.begin(), kNone.end(), lower) == kNone.end();
}

bool isFullHostName(std::string_view word) {
    constexpr std::array<std::string_view, 29> kEnds{
        "com",   "net",      "org",  "edu",     "gov", "mil", "local", "internal", "corp", "lan",
        "cloud", "intranet", "arpa", "cluster", "svc", "de",  "uk",    "fr",       "cn",   "jp",
        "ch",    "eu",       "nl",   "fi",      "kr",  "sg",  "au",    "ca",       "se"};
    if (std::count(word.begin(), word.end(), '.') < 2 || word.find("..") != std::string_view::npos) return false;
    if (!allOf(word, ".-", isLetter) || word.front() == '.') return false;
    const std::string_view end = word.substr(word.rfind('.') + 1);
    return std::find(kEnds.begin(), kEnds.end(), end) != kEnds.end();
}

std::string_view homeOwner(std::string_view text) {
    constexpr std::string_view slashes = "/\\";
    if (text.empty() || slashes.find(text.front()) == std::string_view::npos) return {};
    for (const std::string_view home : kHomes) {
        const std::string_view rest = text.substr(1);
        if (!rest.starts_with(home) || rest.size() == home.size()) continue;
        if (slashes.find(rest[home.size()]) == std::string_view::npos) continue;
        const std::string_view owner = rest.substr(home.size() + 1);
        return owner.substr(0, owner.find_first_of("/\\ \t\n\"',;:()[]{}<>=|"));
    }
    return {};
}

std::string_view homeOwnerAtEnd(std::string_view path) {
    const std::string_view last = lastPart(path);
    for (std::size_t at = path.find_first_of("/\\"); at != std::string_view::npos;
         at = path.find_first_of("/\\", at + 1)) {
        const std::string_view owner = homeOwner(path.substr(at));
        if (!owner.empty() && owner.data() == last.data()) return owner;
    }
    return {};
}

std::optional<std::string_view> ncclHost(std::string_view word) {
    const std::size_t first = word.find(':');
    if (first == std::string_view::npos || first == 0) return std::nullopt;
    const std::size_t second = word.find(':', first + 1);
    if (second == std::string_view::npos || !isNumber(word.substr(first + 1, second - first - 1)) ||
        !isNumber(word.substr(second + 1)))
        return std::nullopt;
    const std::string_view host = word.substr(0, first);
    if (!isLetter(host.front()) || !allOf(host, ".-_", isLetter)) return std::nullopt;
    return host;
}

bool isCommon(std::string_view lower) {
    constexpr std::array<std::string_view, 40> kWords{
        "root",   "user",   "users",   "admin",  "ubuntu",    "runner",  "work",   "home",   "data",   "test",
        "dev",    "build",  "local",   "host",   "localhost", "default", "guest",  "node",   "worker", "rank",
        "gpu",    "cuda",   "cpu",     "main",   "train",     "model",   "python", "torch",  "trace",  "step",
        "device", "stream", "process", "thread", "kernel",    "nccl",    "debian", "nobody", "shared", "public"};
    std::string_view stem = lower; // "rank3", "worker-0" too
    while (!stem.empty() && (isDigit(stem.back()) || stem.back() == '-' || stem.back() == '_')) stem.remove_suffix(1);
    if (stem.empty()) return true;                                         // a number
    if (stem != lower && (stem == "node" || stem == "host")) return false; // node7 is a machine
    return std::find(kWords.begin(), kWords.end(), stem) != kWords.end();
}

} // namespace lanescope::name_forms
