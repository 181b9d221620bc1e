// Random traces and random damage, the same for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace lanescope::test {

using Random = std::mt19937_64;

// A strict JSON document with traceEvents: every phase, keys in any order, odd but valid values, nested arguments,
// elements that are no events, any formatting.
std::string randomTrace(Random& random, unsigned elements);
// One to four small mutations: bytes flipped, removed, repeated, quotes, brackets, commas and words put in.
std::string damaged(std::string_view text, Random& random);

} // namespace lanescope::test
