#include "core/cache/sums.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lanescope::cache {

std::uint64_t sumBytes(const void* bytes, std::size_t size, std::uint64_t seed) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    static const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0;
    if (hasAvx2 && size > 1024) return sumBytesAvx2(bytes, size, seed);
#endif
    return XXH3_64bits_withSeed(bytes, size, seed);
}

} // namespace lanescope::cache
