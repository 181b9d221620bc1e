// Fuzz input as changes to a good file: six bytes each say where and what; a place behind the end cuts. So every input
// reaches deep into the format, and no seed grows stale when the format changes.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope::test {

inline std::string patched(std::string good, const std::uint8_t* data, std::size_t size) {
    for (std::size_t i = 0; i + 6 <= size && !good.empty(); i += 6) {
        const std::size_t at = data[i] | (std::size_t{data[i + 1]} << 8) | (std::size_t{data[i + 2]} << 16);
        if (data[i + 3] % 16 == 0) {
            good.resize(at % (good.size() + 1));
            continue;
        }
        const std::size_t place = at % good.size();
        good[place] = static_cast<char>(data[i + 4]);
        if (data[i + 3] % 2 == 0 && place + 1 < good.size()) good[place + 1] = static_cast<char>(data[i + 5]);
    }
    return good;
}

} // namespace lanescope::test
