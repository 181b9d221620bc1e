#include "core/export/redact.h"

#include <algorithm>

namespace lanescope {
namespace {

bool isPath(std::string_view word) {
    if (word.find('/') == std::string_view::npos) return false;
    return word.starts_with('/') || word.starts_with("~/") || word.find("://") != std::string_view::npos ||
           std::count(word.begin(), word.end(), '/') > 1;
}

std::string_view lastPart(std::string_view path) {
    const std::size_t end = path.find_last_not_of('/');
    if (end == std::string_view::npos) return path;
    path = path.substr(0, end + 1);
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

std::string withoutPaths(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n,;\"'()[]{}<>=", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const std::size_t sign = word.find('@');
        if (isPath(word))
            out += lastPart(word);
        else if (sign != std::string_view::npos && sign > 0 && sign + 1 < word.size())
            out += "\xE2\x80\xA6";
        else
            out += word;
        if (end < text.size()) out += text[end];
        at = end + 1;
    }
    return out;
}

} // namespace lanescope
