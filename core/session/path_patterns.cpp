#include "core/session/path_patterns.h"

#include <algorithm>
#include <filesystem>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

// Each path with the part behind it, or with every name in its folder that fits the part.
std::vector<fs::path> withPart(const std::vector<fs::path>& paths, const fs::path& part) {
    const std::string pattern = part.string();
    const bool isPattern = pattern.find_first_of("*?") != std::string::npos;
    std::vector<fs::path> out;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (!isPattern) {
            if (path.empty() || fs::exists(path / part, error)) out.push_back(path / part);
            continue;
        }
        for (auto it = fs::directory_iterator(path.empty() ? fs::path(".") : path, error);
             !error && it != fs::directory_iterator(); it.increment(error)) {
            const std::string name = it->path().filename().string();
            const bool hidden = name.starts_with(".") && !pattern.starts_with(".");
            if (out.size() < kMostByPattern && !hidden && fitsPattern(name, pattern)) out.push_back(path / name);
        }
    }
    return out;
}

} // namespace

bool fitsPattern(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0;
    std::size_t star = std::string_view::npos, after = 0; // the last * and where the name goes on behind it
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            after = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++after;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Result<std::vector<std::string>> pathsOf(const std::string& path) {
    const fs::path whole(path);
    std::error_code error;
    if (path.find_first_of("*?") == std::string::npos || fs::exists(whole, error)) return std::vector{path};
    std::vector<fs::path> found{{}};
    for (const fs::path& part : whole) found = withPart(found, part);
    if (found.empty()) return Error{ErrorCode::NotFound, "no file fits this pattern", path, "check the path"};
    std::vector<std::string> out;
    for (const fs::path& one : found) out.push_back(one.string());
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace lanescope
