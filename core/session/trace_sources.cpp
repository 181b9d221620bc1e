#include "core/session/trace_sources.h"

#include "core/io/archive.h"
#include "core/session/folder_files.h"

#include <optional>

namespace lanescope {
namespace {

Result<std::vector<TraceSource>> tracesOfArchive(const std::filesystem::path& path, const std::stop_token& stop) {
    const auto members = io::listMembers(path, stop);
    if (!members.ok()) return members.error();
    std::vector<TraceSource> sources;
    for (const io::ContainerMember& member : *members)
        if (member.looksLikeTrace) sources.push_back({path, member.name});
    if (!sources.empty()) return sources;
    return Error{ErrorCode::NotATrace, "an archive without traces", path.string(), "are they in an archive inside it?"};
}

// "ranks.zip!rank3.json": one member of an archive, as answers name it.
std::optional<TraceSource> memberSource(const std::filesystem::path& path) {
    const std::string text = path.string();
    std::error_code error;
    if (std::filesystem::exists(path, error)) return std::nullopt;
    for (std::size_t at = text.find('!'); at != std::string::npos; at = text.find('!', at + 1)) {
        const std::filesystem::path archive(text.substr(0, at));
        if (std::filesystem::is_regular_file(archive, error)) return TraceSource{archive, text.substr(at + 1)};
    }
    return std::nullopt;
}

Result<std::vector<TraceSource>> sourcesOfFile(const std::filesystem::path& path, const std::stop_token& stop) {
    std::error_code error;
    // A pipe gives its bytes once: they are the loader's.
    if (std::filesystem::is_fifo(path, error)) return std::vector<TraceSource>{{path, {}}};
    if (const auto member = memberSource(path)) return std::vector<TraceSource>{*member};
    const auto archive = io::isArchive(path);
    if (archive.ok() && *archive) return tracesOfArchive(path, stop);
    return std::vector<TraceSource>{{path, {}}}; // what is wrong with it, if anything, loading tells
}

} // namespace

std::string TraceSource::text() const { return member.empty() ? path.string() : path.string() + "!" + member; }

std::string TraceSource::fileName() const {
    return std::filesystem::path(member.empty() ? path : std::filesystem::path(member)).filename().string();
}

Result<std::vector<TraceSource>> traceSources(const std::filesystem::path& path, const std::stop_token& stop) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return sourcesOfFile(path, stop);
    const auto files = folderFiles(path);
    if (!files.ok()) return files.error();
    std::vector<TraceSource> sources;
    for (const auto& file : *files) {
        if (!hasTraceName(file)) continue;
        auto found = sourcesOfFile(file, stop);
        if (found.ok())
            std::move(found->begin(), found->end(), std::back_inserter(sources));
        else if (found.error().code == ErrorCode::Cancelled)
            return found;
        else
            sources.push_back({file, {}}); // one broken archive is said when it is read, and hides no other rank
    }
    if (!sources.empty()) return sources;
    return Error{ErrorCode::NotATrace, "a folder without traces", path.string(),
                 "files are taken whose names end in .json, .json.gz, .json.zst or an archive's ending"};
}

} // namespace lanescope
