// Kernels whose names follow a scheme of their own: collectives, generated code, matrix libraries, wrappers that take
// the real work as a template argument. Internal to core/query. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanescope::names {

// By the whole name as written; none when it belongs to no family.
std::optional<std::string> familyName(std::string_view name);
// PyTorch's wrappers by their template arguments: "add (vectorized)".
std::optional<std::string> wrappedName(std::string_view base, std::string_view args);

} // namespace lanescope::names
