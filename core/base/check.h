// LANESCOPE_CHECK: for our own bugs only. Stops in debug and sanitizer builds, logs once per place in release.
#pragma once

namespace lanescope::detail {
void checkFailed(const char* expression, const char* file, int line);
}

#define LANESCOPE_CHECK(expr)                                                                                          \
    ((expr) ? static_cast<void>(0) : ::lanescope::detail::checkFailed(#expr, __FILE__, __LINE__))
