// What a path stands for: one trace, the traces of a folder, or those of an archive (a rank each). Any thread, but not
// the GUI's: an archive is read through.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope {

struct TraceSource {
    std::filesystem::path path;
    std::string member;           // of an archive; empty: the file itself
    std::string text() const;     // "ranks.tar.gz!worker3.json", for people and machines
    std::string fileName() const; // last part of the path or of the member's name
};

// A file that is no archive is its own only source, whether it is a trace or not: loading tells. A folder gives the
// files whose names end like traces (.json, .json.gz, .json.zst, .gz, .zst, .zip, .tar.gz, .tgz), by path; where it has
// none itself, those of the folders in it (folderFiles()). An archive there that cannot be read is a source of its own.
// Errors: NotFound; NotATrace for a folder or archive without traces; Cancelled.
Result<std::vector<TraceSource>> traceSources(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace lanescope
