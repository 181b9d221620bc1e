#include "core/cache/temp_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lanescope::cache {
namespace {

// Writing beyond the file size limit of the process raises SIGXFSZ, which would end it. An index is not worth that: the
// signal is held back in this thread, and write() says EFBIG instead.
class HoldBackSizeSignal {
public:
    HoldBackSizeSignal() {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }
    ~HoldBackSizeSignal() {
        if (sigismember(&m_before, SIGXFSZ) == 0) {
            const timespec now{};
            while (sigtimedwait(&m_signal, nullptr, &now) == SIGXFSZ) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    HoldBackSizeSignal(const HoldBackSizeSignal&) = delete;
    HoldBackSizeSignal& operator=(const HoldBackSizeSignal&) = delete;

private:
    sigset_t m_signal{};
    sigset_t m_before{};
};

} // namespace

Result<TempFile> TempFile::create(const std::filesystem::path& finalPath) {
    const std::filesystem::path folder = finalPath.parent_path();
    std::error_code error;
    if (std::filesystem::create_directories(folder, error))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error); // traces may be confidential
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0;; ++attempt) {
        const std::filesystem::path temp =
            folder / fmt::format(".{}.{}.{}{}", finalPath.filename().string(), ::getpid(), ++counter, kTempSuffix);
        ::unlink(temp.c_str()); // left over from a process of the same number
        const int fd = ::open(temp.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        TempFile file(fd, temp, finalPath);
        if (fd < 0) return file.failure("cannot be created", errno);
        // Somebody who cleans up may have come between creating and locking, and removed the file.
        struct stat info {};
        if ((::flock(fd, LOCK_EX) == 0 && ::fstat(fd, &info) == 0 && info.st_nlink > 0) || attempt == 8) return file;
    }
}

TempFile::TempFile(TempFile&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)), m_temp(std::move(other.m_temp)), m_final(std::move(other.m_final)) {}

TempFile::~TempFile() {
    if (m_fd < 0) return;
    ::unlink(m_temp.c_str());
    ::close(m_fd);
}

Error TempFile::failure(const char* what, int code) const {
    return {ErrorCode::NotWritable, fmt::format("index file {}: {}", what, std::strerror(code)), m_final.string(),
            code == ENOSPC || code == EDQUOT ? "Make room, or put the cache elsewhere with LANESCOPE_CACHE_DIR" : ""};
}

Status TempFile::writeAt(std::uint64_t offset, std::span<const char> bytes) {
    const HoldBackSizeSignal guard;
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(m_fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return failure("cannot be written", done < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
    return {};
}

Status TempFile::publish() {
    if (::fdatasync(m_fd) != 0) return failure("cannot be written", errno);
    if (::rename(m_temp.c_str(), m_final.c_str()) != 0) return failure("cannot be renamed", errno);
    ::close(std::exchange(m_fd, -1));
    // The name itself becomes durable too. When that fails the file is still right, only perhaps lost at a power cut.
    const int folder = ::open(m_final.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return {};
}

void removeLeftovers(const std::filesystem::path& folder) {
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::filesystem::path path = it->path();
        if (!path.filename().string().ends_with(kTempSuffix)) continue;
        const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0) continue;
        if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str()); // its writer is gone
        ::close(fd);
    }
}

} // namespace lanescope::cache
