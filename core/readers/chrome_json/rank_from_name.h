// The rank a file name tells: rank5, _r3, worker7, host_rank[12], trace-0.json. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::readers {

std::optional<std::int64_t> rankFromFileName(std::string_view name);

} // namespace lanescope::readers
