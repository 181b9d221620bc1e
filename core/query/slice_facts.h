// Small facts of one slice that labels and tables show. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

// Bytes of one element of a ScalarType as Kineto spells it ("BFloat16", "Float", "Long"); none when unknown.
std::optional<std::int64_t> elementBytes(std::string_view dtype);
// Bytes a copy moves, or a collective carries: max(in, out) elements times their size (METRICS 6).
std::optional<std::int64_t> messageBytes(const TraceStore& store, SliceId slice);
// The process group of a collective in words: its description, else its name; none when it has neither.
std::optional<std::string> groupWords(const TraceStore& store, SliceId slice);

} // namespace lanescope
