// Zip and tar files (tar also compressed): what is in them, and one member as an input. By libarchive, streaming; only
// these two formats. Any thread; each call opens the file anew.
#pragma once

#include "core/base/result.h"
#include "core/io/input.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::io {

struct ContainerMember {
    std::string name;            // as in the archive
    std::uint64_t size = 0;      // unpacked bytes as the archive says; 0 when it does not
    bool looksLikeTrace = false; // by its first bytes: JSON with a word of traces near its start, packed or not
};

// True when the file is a zip or tar, compressed or not. Errors as openInput.
Result<bool> isArchive(const std::filesystem::path& path);
// The files in it in their order, folders and links left out. A tar has to be read through: `stop` ends that
// (Cancelled). Errors: as openInput; UnsupportedFormat when it is no archive; Damaged; LimitExceeded.
Result<std::vector<ContainerMember>> listMembers(const std::filesystem::path& path, const std::stop_token& stop = {});
// Error NotFound when there is no such member; UnsupportedFormat when it is encrypted.
Result<std::unique_ptr<InputFile>> openMember(const std::filesystem::path& path, const std::string& member,
                                              const OpenOptions& options);

} // namespace lanescope::io
