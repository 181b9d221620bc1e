#include "core/session/path_patterns.h"

#include <algorithm>
#include <filesystem>

namespace lanescope {

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
    namespace fs = std::filesystem;
    const fs::path whole(path);
    const std::string pattern = whole.filename().string();
    std::error_code error;
    if (pattern.find_first_of("*?") == std::string::npos || fs::exists(whole, error)) return std::vector{path};
    const fs::path folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
    std::vector<std::string> found;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::end(it); it.increment(error)) {
        const std::string name = it->path().filename().string();
        const bool hidden = name.starts_with(".") && !pattern.starts_with(".");
        if (found.size() < kMostByPattern && !hidden && fitsPattern(name, pattern))
            found.push_back((whole.has_parent_path() ? whole.parent_path() / name : fs::path(name)).string());
    }
    if (found.empty()) return Error{ErrorCode::NotFound, "no file fits this pattern", path, "check the path"};
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace lanescope
