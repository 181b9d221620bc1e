// How many bytes a kernel moves at least, from the shapes of the operator that launched it; and what the device's
// memory can do. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

// Elements of all tensors in a text like "[[8, 1024], [], [[2, 3], [4]]]"; none when it is no such text.
std::optional<std::int64_t> elementsOf(std::string_view dims);

struct TensorRate {
    std::int64_t bytes = 0; // inputs read once and as much written as the largest input holds
    double bytesPerSecond = 0;
};
// None without shapes and types.
std::optional<TensorRate> tensorRate(const TraceStore& store, SliceId kernel);

// Bytes per second, from data sheets by the device's name; none for names not known.
std::optional<double> memoryBandwidth(const TraceStore& store);

} // namespace lanescope
