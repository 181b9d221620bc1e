// Files of a folder that is opened as one job: its own, or, where it has no traces itself, those of the folders in it
// (one per node). Any thread.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <vector>

namespace lanescope {

inline constexpr int kDeepestFolder = 4;             // folders in folders that are looked into
inline constexpr std::size_t kMostInFolder = 65'536; // files that a folder may stand for

// Named like a trace: .json, .gz, .zst, .zip, .tgz, .tar; no hidden file.
bool hasTraceName(const std::filesystem::path& path);

// Regular files, by path. Folders below are looked into only when no file of the folder itself is a trace by its name
// (and, of .json, not a summary or a small file without events); links to folders and hidden folders are not followed,
// folders below that cannot be listed are left out. Errors: NotReadable when `folder` itself cannot be listed.
Result<std::vector<std::filesystem::path>> folderFiles(const std::filesystem::path& folder);

} // namespace lanescope
