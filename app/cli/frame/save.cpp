#include "app/cli/frame/save.h"

#include "core/base/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope::cli {
namespace {

Error notWritable(const std::filesystem::path& path, int error) {
    if (error == ECANCELED) return {ErrorCode::Cancelled, "stopped before it was written", path.string(), ""};
    return {ErrorCode::NotWritable, std::string("cannot be written: ") + std::strerror(error), path.string(),
            "choose a folder that exists, has room, and where you may write"};
}

bool writeAll(int file, std::string_view content) {
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t n = ::write(file, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

// 0, or the errno of the first write that failed; ECANCELED when it was given up.
int writePieces(int file, const FileWriter& write) {
    int error = 0;
    const bool whole = write([&](std::string_view piece) {
        if (error == 0 && !writeAll(file, piece)) error = errno;
        return error == 0;
    });
    return error == 0 && !whole ? ECANCELED : error;
}

// A pipe or /dev/null: there is nothing to rename.
Status writeInPlace(const std::filesystem::path& path, const FileWriter& write) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return notWritable(path, errno);
    const int error = writePieces(file, write);
    ::close(file);
    if (error != 0) return notWritable(path, error);
    return {};
}

} // namespace

Status saveFile(const std::filesystem::path& path, const FileWriter& write) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return writeInPlace(path, write);
    return writeAtomically(path, write);
}

Status saveFile(const std::filesystem::path& path, std::string_view content) {
    return saveFile(path, [&](const FileOutput& out) { return out(content); });
}

} // namespace lanescope::cli
