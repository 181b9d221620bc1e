#include "core/session/folder_files.h"

#include "core/session/ranks/rank_summary.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kEndings{".json", ".gz", ".zst", ".zip", ".tgz", ".tar"};

struct Listed {
    std::vector<fs::path> files, folders;
};

std::error_code list(const fs::path& folder, Listed& out) {
    std::error_code error;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
        std::error_code unknown;
        if (it->is_regular_file(unknown) && out.files.size() < kMostInFolder)
            out.files.push_back(it->path());
        else if (it->is_directory(unknown) && !it->is_symlink(unknown) && out.folders.size() < kMostInFolder &&
                 !it->path().filename().string().starts_with("."))
            out.folders.push_back(it->path());
    }
    return error;
}

// Of a name in .json it may be something else: a summary of what lies below, or a small file without events.
bool isTraceHere(const fs::path& path) {
    if (!hasTraceName(path)) return false;
    if (path.extension() != ".json") return true;
    constexpr std::size_t kHeadBytes = 64U << 10;
    std::ifstream file(path, std::ios::binary);
    std::string head(kHeadBytes, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    const auto got = static_cast<std::size_t>(file.gcount());
    head.resize(got);
    if (looksLikeSummary(std::string_view(head).substr(0, 256))) return false;
    return got == kHeadBytes || head.find("traceEvents") != std::string::npos ||
           head.find("\"ph\"") != std::string::npos;
}

} // namespace

bool hasTraceName(const fs::path& path) {
    const std::string name = path.filename().string();
    if (name.starts_with(".") || name.ends_with(".answers.json")) return false; // what `synth` writes beside a trace
    return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

Result<std::vector<fs::path>> folderFiles(const fs::path& folder) {
    Listed all;
    if (const auto error = list(folder, all))
        return Error{ErrorCode::NotReadable, "cannot be listed: " + error.message(), folder.string(), ""};
    const bool tracesHere = std::any_of(all.files.begin(), all.files.end(), isTraceHere);
    for (int depth = 0; depth < kDeepestFolder && !tracesHere && !all.folders.empty(); ++depth) {
        std::vector<fs::path> folders;
        std::swap(folders, all.folders);
        for (const fs::path& next : folders) list(next, all); // what cannot be listed has no files for us
    }
    std::sort(all.files.begin(), all.files.end());
    return std::move(all.files);
}

} // namespace lanescope
