// The slow, obvious twin of the chrome_json reader, for strict JSON: builds the whole document and looks everything up
// by name. No threads, no chunks, no tables.
#pragma once

#include "tests/support/recording.h"

#include <optional>
#include <string_view>

namespace lanescope::test {

// Nothing when the text is not strict JSON with one array of events, and in the few cases that are strict JSON but are
// read in another way: keys with escapes, arrays of objects among the events, lines of events. Oddities, strings and
// TraceInfo stay empty.
std::optional<Recording> readSlowly(std::string_view document);

// ts or ts + dur in microseconds as decimal texts to ns, half to even; nothing when it is no number or does not fit.
std::optional<std::int64_t> slowNs(std::string_view ts, std::string_view dur = "0");

bool slowIsNumber(std::string_view text); // in decimal notation, however large
// A whole number in decimal notation (7, 7.0, 7e3), as sign and magnitude.
struct SlowWhole {
    bool negative = false;
    std::uint64_t magnitude = 0;
};
std::optional<SlowWhole> slowWhole(std::string_view text);

// Where two recordings differ in events, metadata and counts; "" when they do not.
std::string differenceToSlow(const Recording& fast, const Recording& slow);

} // namespace lanescope::test
