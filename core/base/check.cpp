#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lanescope::detail {

void checkFailed(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "lanescope: internal check failed: %s (%s:%d)\n", expression, file, line);
#ifdef LANESCOPE_CHECKS
    std::abort();
#endif
}

} // namespace lanescope::detail
