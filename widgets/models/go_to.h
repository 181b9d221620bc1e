// What a person types to go somewhere: "step 12", "12" (a step's number), or a time, in any form in which the window
// writes one. Pure; any thread.
//   from the zero of the ruler   95.1 ms   +2s   -300 us   1 284.5 us   2 min 14 s   1h 2min
//   what a clock reads           14:03   14:03:07.123 456: of the day or a timecode, as the ruler shows it
//   of the file's clock          file 713092254 ns
//   of the world                 2026-11-30 12:00:01.123456789 UTC   2026-11-30T12:00:01Z   12:00:01.5 UTC
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <variant>

namespace lanescope::models {

struct GoToStep {
    std::int64_t number = 0;
};
struct GoToTime {
    std::int64_t offsetNs = 0; // from the zero of the ruler
};
struct GoToClock {
    std::int64_t ns = 0; // since midnight, or of a timecode: as the ruler shows it
};
struct GoToFileTime {
    std::int64_t ns = 0; // as the file counts
};
struct GoToWorldTime {
    std::int64_t ns = 0;     // of the day (UTC)
    std::int64_t dayNs = -1; // since 1970; -1: the day is not said
};
using GoTo = std::variant<GoToStep, GoToTime, GoToClock, GoToFileTime, GoToWorldTime>;

// None when it is neither.
std::optional<GoTo> parseGoTo(const QString& text);

} // namespace lanescope::models
