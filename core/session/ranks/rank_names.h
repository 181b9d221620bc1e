// What names and texts tell about ranks. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// "[0, 1, 2]" -> its numbers; none when it is cut ("[0, 1, ...]") or no list.
std::vector<std::int64_t> membersInText(std::string_view text);

// The host in the name that PyTorch's handler gives a file, "HOST_PID.TIME.pt.trace.json[.gz]"; else empty.
std::string hostInFileName(std::string_view name);

} // namespace lanescope
