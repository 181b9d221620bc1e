// What a name says about every event that has it. Asked once per different name. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::build {

std::uint8_t nameFlagsOf(std::string_view name);
// N of "ProfilerStep#N"; none for other names.
std::optional<std::int64_t> stepNumber(std::string_view name);

} // namespace lanescope::build
