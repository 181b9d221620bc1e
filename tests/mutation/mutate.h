// Random damage to bytes, repeatable by seed: what was done and where.
#pragma once

#include "tests/mutation/elements.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace lanescope::test {

enum class Damage : std::uint8_t { Flip, Cut, CutToEnd, Duplicate, Insert, Swap };

struct Mutation {
    Damage damage{};
    Extent place;             // bytes of the original that were replaced; empty when something was put in
    std::size_t added = 0;    // bytes that stand there now
    std::string bytes;        // the whole result
    std::string text() const; // for messages
};

Mutation mutated(std::string_view original, std::mt19937_64& random);

} // namespace lanescope::test
