// All that is compiled for AVX2 here is C without shared inline functions, so none of it can end up elsewhere.
#include "core/cache/sums.h"

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
#pragma GCC push_options
#pragma GCC target("avx2")
#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_AVX2 // g++ 12 does not define __AVX2__ after the pragma
#include <xxhash.h>

namespace lanescope::cache {

std::uint64_t sumBytesAvx2(const void* bytes, std::size_t size, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, size, seed);
}

} // namespace lanescope::cache
#pragma GCC pop_options
#endif
