// One line of an NCCL log, taken apart. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::readers::nccl {

struct Line {
    std::string process;                   // "host:pid"
    std::string thread;                    // "host:pid:tid"
    std::string device;                    // "host:pid[device]"
    std::string_view host, message, place; // place: of a warning, "file:line (func)"
    bool warning = false;
    bool prefixed = false; // a launcher wrote something before it
    bool cut = false;      // as long as NCCL writes at most: its end may be missing
};
// "[prefix]host:pid:tid [dev] [file:line (func)] NCCL INFO message"; none for other lines, and for
// two lines torn into each other.
std::optional<Line> lineOf(std::string_view text);
std::string withoutColours(std::string_view text);

std::optional<std::int64_t> wholeNumber(std::string_view text); // the digits it begins with, '-' too
// The number after "word " in a message; none without.
std::optional<std::int64_t> numberAfter(std::string_view message, std::string_view word);
std::string_view wordAfter(std::string_view message, std::string_view word);
std::vector<std::int64_t> numbersIn(std::string_view text); // all, parted by anything

} // namespace lanescope::readers::nccl
