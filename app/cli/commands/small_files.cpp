#include "app/cli/commands/small_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lanescope::cli {

namespace {
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 30;
}

Result<std::string> readSmallFile(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return Error{ErrorCode::NotFound, "no such file", path, ""};
    if (std::filesystem::is_regular_file(path, error) && std::filesystem::file_size(path, error) > kMaxBytes)
        return Error{ErrorCode::LimitExceeded, "a file of more than 1 GB", path, ""};
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || std::filesystem::is_directory(path, error) || !(text << file.rdbuf()))
        return Error{ErrorCode::NotReadable, "cannot be read", path, ""};
    return text.str();
}

std::vector<std::string> filesOf(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            out.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        for (auto it = std::filesystem::directory_iterator(path, error); !error && it != std::filesystem::end(it);
             it.increment(error))
            if (it->is_regular_file(error)) found.push_back(it->path().string());
        std::sort(found.begin(), found.end());
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

} // namespace lanescope::cli
