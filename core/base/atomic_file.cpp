#include "core/base/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope {
namespace {

// Writing beyond the file size limit raises SIGXFSZ, which would end the program; held back, write() says EFBIG.
class SizeSignalHeld {
public:
    SizeSignalHeld() {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }
    ~SizeSignalHeld() {
        if (sigismember(&m_before, SIGXFSZ) == 0) {
            const timespec now{};
            while (sigtimedwait(&m_signal, nullptr, &now) == SIGXFSZ) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    SizeSignalHeld(const SizeSignalHeld&) = delete;
    SizeSignalHeld& operator=(const SizeSignalHeld&) = delete;

private:
    sigset_t m_signal{};
    sigset_t m_before{};
};

Error notWritable(const std::filesystem::path& path, int error) {
    if (error == ECANCELED) return {ErrorCode::Cancelled, "stopped before it was written", path.string(), ""};
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    return {ErrorCode::NotWritable, std::string("cannot be written: ") + std::strerror(error), path.string(),
            full ? "make room; what was saved before is still there" : "choose a folder where you may write"};
}

int writeAll(int file, std::string_view content) {
    const SizeSignalHeld held;
    while (!content.empty()) {
        const ssize_t n = ::write(file, content.data(), content.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : ENOSPC;
        content.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

int writePieces(int file, const std::function<bool(const TakePiece&)>& write) {
    int error = 0;
    const bool whole = write([&](std::string_view piece) {
        if (error == 0) error = writeAll(file, piece);
        return error == 0;
    });
    if (error == 0 && !whole) return ECANCELED;
    return error == 0 && ::fsync(file) != 0 ? errno : error;
}

void syncFolder(const std::filesystem::path& folder) { // so that the name survives a power cut as well
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    ::fsync(file);
    ::close(file);
}

} // namespace

Status writeAtomically(const std::filesystem::path& path, std::string_view content) {
    return writeAtomically(path, [content](const TakePiece& take) { return take(content); });
}

Status writeAtomically(const std::filesystem::path& path, const std::function<bool(const TakePiece&)>& write) {
    std::error_code ignored;
    std::filesystem::path target = path;
    if (std::filesystem::is_symlink(path, ignored)) {
        const auto real = std::filesystem::canonical(path, ignored);
        if (!ignored) target = real;
    }
    struct stat there {};
    if (::stat(target.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) // never put a file in the place of a device
        return notWritable(path, S_ISDIR(there.st_mode) ? EISDIR : EINVAL);
    std::filesystem::path folder = target.parent_path();
    if (folder.empty()) folder = ".";
    static std::atomic<unsigned> counter{0};
    const std::string temporary = (folder / ("." + target.filename().string() + "." + std::to_string(::getpid()) + "." +
                                             std::to_string(counter.fetch_add(1)) + ".part"))
                                      .string();
    ::unlink(temporary.c_str()); // left by a killed process of the same number
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return notWritable(path, errno);
    int error = writePieces(file, write);
    if (::close(file) != 0 && error == 0) error = errno;
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) {
        ::unlink(temporary.c_str());
        return notWritable(path, error);
    }
    syncFolder(folder);
    return {};
}

Result<std::string> readSmallFile(const std::filesystem::path& path, std::size_t most) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const auto failed = [&](int error) {
        return Error{error == ENOENT || error == ENOTDIR ? ErrorCode::NotFound : ErrorCode::NotReadable,
                     std::string("cannot be read: ") + std::strerror(error), path.string(), ""};
    };
    if (file < 0) return failed(errno);
    struct stat info {};
    std::string out;
    int error = ::fstat(file, &info) == 0 ? 0 : errno;
    if (error == 0 && !S_ISREG(info.st_mode)) error = EISDIR;
    while (error == 0 && out.size() <= most) {
        char piece[16384];
        const ssize_t n = ::read(file, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) error = errno;
        if (n <= 0) break;
        out.append(piece, static_cast<std::size_t>(n));
    }
    ::close(file);
    if (error != 0) return failed(error);
    if (out.size() > most)
        return Error{ErrorCode::LimitExceeded, "expected at most " + std::to_string(most) + " bytes, found more",
                     path.string(), ""};
    return out;
}

} // namespace lanescope
