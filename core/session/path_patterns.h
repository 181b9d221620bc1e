// Names with * and ? for files of a folder, for shells that do not expand them and for patterns in quotes. Any thread.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

inline constexpr std::size_t kMostByPattern = 65'536; // files that a pattern may stand for

// * stands for any number of characters, ? for one byte; nothing else is special.
bool fitsPattern(std::string_view name, std::string_view pattern);

// What `path` stands for: itself when it exists or has no * or ? in it, else the files and folders that fit, by path;
// in every part of it ("run/*/rank*.json"), no part stands for several folders deep. Errors: NotFound when none does.
Result<std::vector<std::string>> pathsOf(const std::string& path);

} // namespace lanescope
