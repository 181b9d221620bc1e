// Ranges as people write them on a command line: "1.5ms..2ms" from the start of the trace. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <string_view>

namespace lanescope {

struct OffsetRange { // ns from the start of the trace
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
};

// A number with an optional unit ns (the default), us, ms or s, exact to the nanosecond: "1.5ms" -> 1500000.
Result<std::int64_t> parseOffset(std::string_view text);
// "A..B" with A < B. Error: Usage.
Result<OffsetRange> parseOffsetRange(std::string_view text);

} // namespace lanescope
