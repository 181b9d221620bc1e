// Pickles as data, never as programs: a bounded reader of the opcodes that build numbers, texts, lists, tuples and
// dictionaries. Nothing is imported and nothing called; the few names that PyTorch's own pickler uses to wrap plain
// lists stand for the list itself, every other name is an error that says which. Any thread.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstddef>
#include <string_view>

namespace lanescope::readers {

struct PickleLimits {
    std::size_t values = 20'000'000; // of the result: shared parts count each time they are used
    std::size_t depth = 128;
    std::size_t textBytes = std::size_t{1} << 30; // of all texts of the result together
};

// Whether bytes begin like a pickle of protocol 2 or later.
bool looksLikePickle(std::string_view bytes);

// Tuples become arrays, None null, bytes texts, keys that are numbers their digits; integers beyond 64 bits are
// doubles. Errors: Damaged (cut off, wrong opcode, with its offset), UnsupportedFormat (it asks for a name),
// LimitExceeded.
Result<Json> readPickle(std::string_view bytes, std::string_view place, const PickleLimits& limits = {});

} // namespace lanescope::readers
