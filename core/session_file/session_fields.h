// Reading members of a document from anywhere: wrong types are as good as missing, lists and texts are cut at their
// limits, figures are brought into their range. Pure; any thread.
#pragma once

#include "core/session_file/session_file.h"

namespace lanescope::session {

const Json& member(const Json& object, std::string_view key); // null when it is missing
std::string textIn(const Json& object, std::string_view key, std::string_view otherwise = {});
std::optional<std::int64_t> integerIn(const Json& object, std::string_view key);
double numberIn(const Json& object, std::string_view key, double least, double most, double otherwise);
bool switchIn(const Json& object, std::string_view key, bool otherwise);
std::vector<std::string> textsIn(const Json& list);
std::optional<Offsets> offsetsIn(const Json& object, std::string_view key); // [begin, end] with begin < end
Json textsJson(const std::vector<std::string>& texts);
Json offsetsJson(const Offsets& offsets);

// Word of a list of known ones; the first when it is none of them.
std::string wordIn(const Json& object, std::string_view key, std::initializer_list<std::string_view> known);

} // namespace lanescope::session
