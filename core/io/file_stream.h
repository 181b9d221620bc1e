// A file on disk or bytes in memory as a stream. Files are read with pread into the caller's buffer and never mapped: a
// file that shrinks while it is read then ends early instead of killing the process, and mapped pages would cost more
// than the copy (page faults). One thread at a time.
#pragma once

#include "core/io/byte_stream.h"
#include "core/io/input.h"

#include <filesystem>
#include <string>

namespace lanescope::io {

class FileHandle { // owns a descriptor
public:
    FileHandle() = default;
    explicit FileHandle(int fd) : m_fd(fd) {}
    FileHandle(FileHandle&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();
    int get() const { return m_fd; }

private:
    int m_fd = -1;
};

struct OpenedFile {
    FileHandle handle;
    SourceId source;      // all zero for a pipe
    bool regular = false; // otherwise a pipe: it can be read only once
};

// For reading. Errors: NotFound, NotReadable (permission, folder, device), EmptyFile.
Result<OpenedFile> openForReading(const std::filesystem::path& path);

class FileStream final : public ByteStream {
public:
    FileStream(OpenedFile file, std::filesystem::path path, std::uint64_t offset = 0);
    Result<std::size_t> read(std::span<char> out) override;
    Result<std::uint64_t> skip(std::uint64_t bytes) override;

private:
    OpenedFile m_file;
    std::filesystem::path m_path;
    std::uint64_t m_offset;
};

class MemoryStream final : public ByteStream {
public:
    explicit MemoryStream(std::shared_ptr<const std::string> bytes, std::uint64_t offset = 0);
    Result<std::size_t> read(std::span<char> out) override;

private:
    std::shared_ptr<const std::string> m_bytes;
    std::uint64_t m_offset;
};

// The first `head.size()` bytes again, then the rest of `rest`.
class PrefixedStream final : public ByteStream {
public:
    PrefixedStream(std::string head, std::unique_ptr<ByteStream> rest)
        : m_head(std::move(head)), m_rest(std::move(rest)) {}
    Result<std::size_t> read(std::span<char> out) override;

private:
    std::string m_head;
    std::size_t m_used = 0;
    std::unique_ptr<ByteStream> m_rest;
};

// Content hash of the first and last 64 KiB, for SourceId.
std::uint64_t fingerprintOf(std::span<const char> head, std::span<const char> tail);

} // namespace lanescope::io
