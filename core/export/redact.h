// Leaves out of a text what tells about people and machines: paths become their last part, so that no home folder, user
// name or mount point is left; user@host becomes "...". Any thread.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

std::string withoutPaths(std::string_view text); // "/some/folder/train.py(12): step" -> "train.py(12): step"

} // namespace lanescope
