#include "core/cache/check_loops.h"

namespace lanescope::cache {
namespace {

namespace plain {
#define LANESCOPE_LOOP_TARGET
#include "core/cache/check_loops.inc"
#undef LANESCOPE_LOOP_TARGET
} // namespace plain

#if defined(__x86_64__) && defined(__GNUC__)
#define LANESCOPE_HAS_AVX2_LOOPS 1
namespace avx2 {
#define LANESCOPE_LOOP_TARGET __attribute__((target("avx2")))
#include "core/cache/check_loops.inc"
#undef LANESCOPE_LOOP_TARGET
} // namespace avx2
#endif

} // namespace

const CheckLoops& plainCheckLoops() {
    using namespace plain;
    static constexpr CheckLoops loops{anyAtLeast8,  anyAtLeast32,   anyAtLeastBut32, anyAtLeast64, anyOutside64,
                                      anyFalling32, anyNotRising32, anyFalling64,    anyLate};
    return loops;
}

const CheckLoops& checkLoops() {
#ifdef LANESCOPE_HAS_AVX2_LOOPS
    using namespace avx2;
    static constexpr CheckLoops loops{anyAtLeast8,  anyAtLeast32,   anyAtLeastBut32, anyAtLeast64, anyOutside64,
                                      anyFalling32, anyNotRising32, anyFalling64,    anyLate};
    static const bool has = __builtin_cpu_supports("avx2") != 0;
    if (has) return loops;
#endif
    return plainCheckLoops();
}

} // namespace lanescope::cache
