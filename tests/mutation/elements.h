// Where the elements of traceEvents stand in a sound file, found by counting brackets outside of strings: no code of
// the reader. And which of them a change touches.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope::test {

struct Extent {
    std::size_t begin = 0, end = 0; // [begin, end)
};

// Elements of the array behind "traceEvents", or of the bare array; empty when there is none. The text is strict JSON.
std::vector<Extent> elementsOf(std::string_view text);

// Elements [first, last) that a change of the bytes [begin, end] touches: those that share a byte with it or end or
// begin right there, and both neighbours of a separator.
struct Touched {
    std::size_t first = 0, last = 0;
    bool inFront = false; // something in front of the first element changes
};
Touched touchedBy(const std::vector<Extent>& elements, Extent change);

} // namespace lanescope::test
