// Taking a C++ signature apart by its brackets. Internal to core/query. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::names {

// "void a::b<int>(float*)" -> path "a::b<int>"; the text itself when it is no signature.
std::string_view functionPath(std::string_view signature);
// "a::b<c::d>" -> "b<c::d>"; a last part that says nothing alone ("kernel") keeps the one before it.
std::string_view lastPart(std::string_view path);

struct Template {
    std::string_view base; // "b"
    std::string_view args; // "c::d", without the brackets; empty when there are none
};
Template splitTemplate(std::string_view name);
// Top-level, comma separated.
std::vector<std::string_view> splitArgs(std::string_view args);
// All qualified identifiers of a text in order, each by its last part: "at::native::AddFunctor<float>" -> AddFunctor,
// float.
std::vector<std::string_view> identifiers(std::string_view text);

// "MulScalar" -> "mul_scalar"; other spellings stay.
std::string snakeCase(std::string_view camel);
bool cutPrefix(std::string_view& text, std::string_view prefix);
bool cutSuffix(std::string_view& text, std::string_view suffix);
// The first "128x256" of the name: after "_", "MT", "bt" or "tilesize"; two sides are kept.
std::optional<std::string> tileOf(std::string_view name);

} // namespace lanescope::names
