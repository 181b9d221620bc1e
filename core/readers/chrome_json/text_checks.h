// Whether the checks that only broken text needs are compiled into the walker. One program builds it without them, to
// measure what they cost (tests/bench/recovery_cost): such a walker must not be given anything but sound JSON.
#pragma once

namespace lanescope::readers {

#ifdef LANESCOPE_TRUSTS_TEXT
inline constexpr bool kChecksText = false;
#else
inline constexpr bool kChecksText = true;
#endif

} // namespace lanescope::readers
