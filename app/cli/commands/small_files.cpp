#include "app/cli/commands/small_files.h"

#include "app/cli/frame/console.h"

#include <fmt/format.h>

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

namespace {

std::string headOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(64U << 10, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return head;
}

} // namespace

Result<std::vector<std::string>> filesOf(const std::vector<std::string>& paths, const KindOfFiles& kind) {
    std::vector<std::string> out, passed;
    std::string folder;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            out.push_back(path);
            continue;
        }
        folder = path;
        for (std::string& file : filesOf({path})) (kind.is(headOf(file)) ? out : passed).push_back(std::move(file));
    }
    if (out.empty())
        return Error{ErrorCode::NotATrace, fmt::format("expected a {}, found none in the folder", kind.name), folder,
                     passed.empty() ? "it has no files" : "name a file to hear why it is none"};
    if (!passed.empty()) // one line, no failure: folders hold more than these
        complain({ErrorCode::NotATrace,
                  fmt::format("{} {} no {}: left alone", passed.size(), passed.size() == 1 ? "file is" : "files are",
                              kind.name),
                  folder, ""});
    return out;
}

std::vector<Table> saidIn(std::vector<Table> tables) {
    std::vector<Table> out;
    for (Table& table : tables)
        if (out.empty() || !table.rows.empty() || !table.notes.empty()) out.push_back(std::move(table));
    return out;
}

void addNamesOption(ArgumentParser& parser, NamesOption& names) {
    parser.flag("--redact", names.redact, "without names of hosts, users and folders");
    parser.text("--hide-names", names.hidden, "with --redact: further names to leave out, parted by commas");
}

} // namespace lanescope::cli
