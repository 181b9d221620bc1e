#include "core/io/file_stream.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope::io {
namespace {

constexpr std::size_t kFingerprintBytes = std::size_t{64} << 10;

Error openError(const std::filesystem::path& path, int code) {
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        return {ErrorCode::NotFound, "no such file", path.string(), "check the path"};
    case EACCES:
    case EPERM:
        return {ErrorCode::NotReadable, "no permission to read this file", path.string(),
                "ask its owner for read permission, or copy it"};
    default:
        return {ErrorCode::NotReadable, fmt::format("cannot be opened: {}", std::strerror(code)), path.string(), {}};
    }
}

Error readError(const std::filesystem::path& path, std::uint64_t offset, int code) {
    return {ErrorCode::NotReadable, fmt::format("reading failed at byte {}: {}", offset, std::strerror(code)),
            path.string(), "the disk or the network may have a problem: copy the file and try the copy"};
}

Result<std::size_t> readAt(int fd, std::span<char> out, std::uint64_t offset, const std::filesystem::path& path) {
    std::size_t total = 0;
    while (total < out.size()) {
        const ssize_t got = ::pread(fd, out.data() + total, out.size() - total, static_cast<off_t>(offset + total));
        if (got == 0) break;
        if (got > 0)
            total += static_cast<std::size_t>(got);
        else if (errno != EINTR)
            return readError(path, offset + total, errno);
    }
    return total;
}

Result<std::size_t> readNext(int fd, std::span<char> out, std::uint64_t offset, const std::filesystem::path& path) {
    std::size_t total = 0;
    while (total < out.size()) {
        const ssize_t got = ::read(fd, out.data() + total, out.size() - total);
        if (got == 0) break;
        if (got > 0)
            total += static_cast<std::size_t>(got);
        else if (errno != EINTR)
            return readError(path, offset + total, errno);
    }
    return total;
}

Result<SourceId> identifyOpen(int fd, const struct stat& info, const std::filesystem::path& path) {
    SourceId id;
    id.size = static_cast<std::uint64_t>(info.st_size);
    id.mtimeNs = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
    std::vector<char> head(std::min<std::uint64_t>(id.size, kFingerprintBytes));
    std::vector<char> tail(head.size());
    if (auto got = readAt(fd, head, 0, path); !got) return got.error();
    if (auto got = readAt(fd, tail, id.size - tail.size(), path); !got) return got.error();
    id.fingerprint = fingerprintOf(head, tail);
    return id;
}

} // namespace

std::uint64_t fingerprintOf(std::span<const char> head, std::span<const char> tail) {
    return XXH3_64bits_withSeed(tail.data(), tail.size(), XXH3_64bits(head.data(), head.size()));
}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
}

FileHandle::~FileHandle() {
    if (m_fd >= 0) ::close(m_fd);
}

namespace {

// Waits a little for the first bytes, or for the writer to come and go.
bool hasWriter(int fd) {
    constexpr int kPatienceMs = 3000;
    pollfd wanted{fd, POLLIN, 0};
    return ::poll(&wanted, 1, kPatienceMs) > 0;
}

} // namespace

Result<OpenedFile> openForReading(const std::filesystem::path& path) {
    struct stat info {};
    // Looked at before opening: opening a device may already do something.
    if (::stat(path.c_str(), &info) != 0) return openError(path, errno);
    if (S_ISDIR(info.st_mode))
        return Error{ErrorCode::NotReadable, "is a folder, expected a trace file", path.string(),
                     "Name a file in it; a folder of ranks is opened as a set of ranks"};
    if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode))
        return Error{ErrorCode::NotReadable, "is a device or socket, expected a trace file", path.string(), {}};
    OpenedFile file;
    // Opening a pipe that nobody writes into would wait for ever.
    file.handle = FileHandle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file.handle.get() < 0) return openError(path, errno);
    if (S_ISFIFO(info.st_mode) && !hasWriter(file.handle.get()))
        return Error{ErrorCode::NotReadable, "is a pipe that nobody writes into", path.string(),
                     "start the program that writes first"};
    ::fcntl(file.handle.get(), F_SETFL, ::fcntl(file.handle.get(), F_GETFL) & ~O_NONBLOCK);
    if (::fstat(file.handle.get(), &info) != 0) return openError(path, errno);
    file.regular = S_ISREG(info.st_mode);
    if (!file.regular) return file;
    if (info.st_size == 0)
        return Error{ErrorCode::EmptyFile, "the file is empty", path.string(),
                     "the profiler may have been stopped before it wrote: record again"};
    auto source = identifyOpen(file.handle.get(), info, path);
    if (!source) return source.error();
    file.source = *source;
    ::posix_fadvise(file.handle.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    return file;
}

Result<SourceId> identify(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_fifo(path, ignored)) return SourceId{}; // opening and closing it would end its writer
    auto file = openForReading(path);
    if (!file) return file.error();
    return file->source;
}

FileStream::FileStream(OpenedFile file, std::filesystem::path path, std::uint64_t offset)
    : m_file(std::move(file)), m_path(std::move(path)), m_offset(offset) {}

Result<std::size_t> FileStream::read(std::span<char> out) {
    auto got = m_file.regular ? readAt(m_file.handle.get(), out, m_offset, m_path)
                              : readNext(m_file.handle.get(), out, m_offset, m_path);
    if (got) m_offset += *got;
    return got;
}

Result<std::uint64_t> FileStream::skip(std::uint64_t bytes) {
    if (!m_file.regular) return ByteStream::skip(bytes);
    const std::uint64_t step = std::min(bytes, m_file.source.size - std::min(m_file.source.size, m_offset));
    m_offset += step;
    return step;
}

MemoryStream::MemoryStream(std::shared_ptr<const std::string> bytes, std::uint64_t offset)
    : m_bytes(std::move(bytes)), m_offset(offset) {}

Result<std::size_t> MemoryStream::read(std::span<char> out) {
    const std::size_t begin = std::min<std::uint64_t>(m_offset, m_bytes->size());
    const std::size_t size = std::min(out.size(), m_bytes->size() - begin);
    std::memcpy(out.data(), m_bytes->data() + begin, size);
    m_offset += size;
    return size;
}

Result<std::size_t> PrefixedStream::read(std::span<char> out) {
    const std::size_t size = std::min(out.size(), m_head.size() - m_used);
    std::memcpy(out.data(), m_head.data() + m_used, size);
    m_used += size;
    if (size == out.size()) return size;
    auto rest = m_rest->read(out.subspan(size));
    if (!rest) return rest;
    return size + *rest;
}

} // namespace lanescope::io
