// How many terminal columns a UTF-8 text takes, and text made safe for a terminal. An own small table instead of
// wcwidth: the answer must not depend on the locale of the machine. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

// Wide characters (CJK, emoji) count two, combining marks and joiners none, bytes that are no UTF-8 one each.
std::size_t displayWidth(std::string_view utf8);

// Control characters become visible ("\n" as "\\n", others as "\\x1b"), so that a name in a file can neither move the
// cursor nor break a row; bytes that are no UTF-8 become U+FFFD.
std::string printable(std::string_view utf8);
// The same of a text of several lines, which stay lines.
std::string printableLines(std::string_view utf8);

// At most `columns` wide; what is too long loses its middle to an ellipsis.
std::string elideMiddle(std::string_view utf8, std::size_t columns);

} // namespace lanescope
