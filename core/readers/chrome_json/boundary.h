// Places where one element of traceEvents surely ends and the next one begins, found by their look alone. In valid JSON
// the look can only deceive inside nested arrays of objects, which the walker notices; in broken text these are the
// places to go on at. Pure functions of the text; any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace lanescope::readers {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// `}` , `{` "ph" or another key that events begin with, with blanks anywhere and the comma optional. The position is
// that of '{'; everything up to the second quote of the key must be there.
bool isBoundary(std::string_view text, std::size_t at);
// The last boundary in (after, text.size()), or kNowhere.
std::size_t lastBoundary(std::string_view text, std::size_t after);
// `{"ph": "X"` wherever it stands.
bool isEventStart(std::string_view text, std::size_t at);
// `} ]` followed by a well-known key of the object around, or by the end of the file. `at` is the position of ']'.
enum class AtEnd : bool { No, Yes };
bool isArrayEnd(std::string_view text, std::size_t at, AtEnd fileEnds);

// The first of these places after `from`; position is that of '{' or ']'.
struct Place {
    std::size_t position = kNowhere;
    bool isArrayEnd = false;
};
Place nextPlace(std::string_view text, std::size_t from, AtEnd fileEnds);

// Keys of the outermost object that PyTorch, Kineto or Chrome write.
bool isWellKnownTopLevelKey(std::string_view key);

} // namespace lanescope::readers
