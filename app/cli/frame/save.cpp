#include "app/cli/frame/save.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope::cli {
namespace {

Error notWritable(const std::filesystem::path& path, int error) {
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

} // namespace

Status saveFile(const std::filesystem::path& path, std::string_view content) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) { // /dev/null, a pipe: nothing to rename
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) return notWritable(path, errno);
        const bool written = writeAll(file, content);
        const int error = errno;
        ::close(file);
        return written ? Status() : Status(notWritable(path, error));
    }
    std::string temporary = path.string() + ".XXXXXX";
    const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (file < 0) return notWritable(path, errno);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const bool written = ::fchmod(file, 0666 & ~mask) == 0 && writeAll(file, content);
    const int writeError = errno;
    const bool closed = ::close(file) == 0;
    const int closeError = errno;
    if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return {};
    const int error = !written ? writeError : !closed ? closeError : errno;
    ::unlink(temporary.c_str());
    return notWritable(path, error);
}

} // namespace lanescope::cli
