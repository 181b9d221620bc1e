// A file that appears under its name all at once or not at all. Bytes go to a temporary name beside it, locked while
// its writer lives, so that others can tell a crashed writer's leftovers from work in progress. One thread at a time.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace lanescope::cache {

inline constexpr const char* kTempSuffix = ".part";

class TempFile {
public:
    // Makes the folder if need be (for the user alone) and the temporary file in it. Error: NotWritable.
    static Result<TempFile> create(const std::filesystem::path& finalPath);
    TempFile(TempFile&& other) noexcept;
    TempFile& operator=(TempFile&&) = delete;
    ~TempFile(); // removes the file unless it was published

    // Errors: NotWritable (full disk, quota, file size limit).
    Status writeAt(std::uint64_t offset, std::span<const char> bytes);
    // Makes the bytes durable, then gives the file its name in place of an older one.
    Status publish();

private:
    TempFile(int fd, std::filesystem::path temp, std::filesystem::path final)
        : m_fd(fd), m_temp(std::move(temp)), m_final(std::move(final)) {}
    Error failure(const char* what, int code) const;

    int m_fd = -1;
    std::filesystem::path m_temp;
    std::filesystem::path m_final;
};

// Removes temporary files in `folder` whose writers are gone.
void removeLeftovers(const std::filesystem::path& folder);

} // namespace lanescope::cache
