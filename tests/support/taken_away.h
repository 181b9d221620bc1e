// Generated traces with something taken away from their text, as recordings lack it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::testing {

enum class Taken : std::uint8_t {
    Nothing,
    Steps,    // no ProfilerStep markers
    HostRows, // only what ran on the GPU
    GpuRows,  // only what ran on the host
    Calls,    // operators and steps, but no launch calls
    Half,     // the file ends in its middle
};
std::string withTaken(std::string_view text, Taken what);

} // namespace lanescope::testing
