#include "core/session_file/session_file.h"

#include "core/base/atomic_file.h"

#include <algorithm>
#include <cctype>

namespace lanescope::session {
namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

// As written in the session's folder, else beside the session: both were mailed together.
std::string found(const fs::path& folder, const std::string& path) {
    const fs::path written = fs::path(path).is_absolute() ? fs::path(path) : (folder / path).lexically_normal();
    const fs::path beside = folder / fs::path(path).filename();
    return !isThere(written) && isThere(beside) ? beside.string() : written.string();
}

std::string relativeTo(const fs::path& folder, const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (error) return path;
    const fs::path out = whole.lexically_relative(folder);
    return out.empty() ? whole.string() : out.generic_string();
}

fs::path folderOf(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return (error ? path : whole).lexically_normal().parent_path();
}

// Of files beside the traces.
template <class Change>
void changePaths(RanksPart& part, Change change) {
    for (std::string& path : part.logs) path = change(path);
    if (part.panes)
        for (std::string& path : part.panes->run) path = change(path);
}

} // namespace

bool isSessionName(const fs::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending == kEnding;
}

Result<Session> loadSession(const fs::path& path) {
    const auto text = readSmallFile(path, kMostFileBytes);
    if (!text.ok()) return text.error();
    auto session = parseSession(*text, path.string());
    if (!session.ok()) return session.error();
    const fs::path folder = folderOf(path);
    for (Trace& trace : session->traces) trace.path = found(folder, trace.path);
    if (session->ranks) changePaths(*session->ranks, [&](const std::string& file) { return found(folder, file); });
    return session;
}

Status saveSession(const fs::path& path, Session session) {
    const fs::path folder = folderOf(path);
    for (Trace& trace : session.traces) trace.path = relativeTo(folder, trace.path);
    if (session.ranks) changePaths(*session.ranks, [&](const std::string& file) { return relativeTo(folder, file); });
    return writeAtomically(path, sessionText(session));
}

} // namespace lanescope::session
