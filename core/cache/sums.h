// XXH3 over bytes, by the widest vectors of this machine; the values do not depend on that. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::cache {

std::uint64_t sumBytes(const void* bytes, std::size_t size, std::uint64_t seed);
// Only where the machine has AVX2; in a file of its own, so that no code for AVX2 is shared with others.
std::uint64_t sumBytesAvx2(const void* bytes, std::size_t size, std::uint64_t seed);

} // namespace lanescope::cache
