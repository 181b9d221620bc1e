// Where an event's text ends. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

// Length of the JSON object that `text` begins with, its closing brace included; nothing when the brace is not in
// `text`. Survives what broken writers do: quotes inside strings, raw newlines. A string that never ends gives way
// where the next event plainly begins ("}, {" and a known key): valid JSON cannot hold that inside a string.
std::optional<std::size_t> eventExtent(std::string_view text);

// The same by braces alone, quotes not looked at: the last resort.
std::optional<std::size_t> eventExtentByBraces(std::string_view text);

// Does the text go on with another event after the '}' at `at`: a comma, a '{' and a key that events begin with?
bool nextEventFollows(std::string_view text, std::size_t at);

} // namespace lanescope
