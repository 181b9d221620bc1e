#include "core/session/range_text.h"

#include <array>
#include <charconv>
#include <string>

namespace lanescope {
namespace {

struct TimeUnit {
    std::string_view word;
    int digits; // decimal digits from it to ns
};
constexpr std::array<TimeUnit, 5> kUnits{{{"ns", 0}, {"us", 3}, {"\u00b5s", 3}, {"ms", 6}, {"s", 9}}};

Error badOffset(std::string_view text) {
    return {ErrorCode::Usage, "expected a time, found '" + std::string(text) + "'", "",
            "a number with ns, us, ms or s, for example 1.5ms"};
}

} // namespace

Result<std::int64_t> parseOffset(std::string_view text) {
    const auto end = text.find_first_not_of("0123456789.");
    std::string_view number = text.substr(0, end);
    const std::string_view word = end == std::string_view::npos ? std::string_view("ns") : text.substr(end);
    int digits = -1;
    for (const TimeUnit& unit : kUnits)
        if (unit.word == word) digits = unit.digits;
    if (digits < 0 || number.empty()) return badOffset(text);
    // Decimal text to ns without a double between: the digits after the point are moved in front of it.
    const auto point = number.find('.');
    std::string whole(number.substr(0, point));
    std::string part(point == std::string_view::npos ? std::string_view() : number.substr(point + 1));
    if (part.find('.') != std::string::npos || (whole.empty() && part.empty())) return badOffset(text);
    part.resize(static_cast<std::size_t>(digits), '0'); // finer than a ns is cut
    whole += part;
    std::int64_t ns = 0;
    const char* last = whole.data() + whole.size();
    const auto [stop, error] = std::from_chars(whole.data(), last, ns);
    if (error != std::errc() || stop != last) return badOffset(text);
    return ns;
}

Result<OffsetRange> parseOffsetRange(std::string_view text) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos)
        return Error{ErrorCode::Usage, "expected A..B, found '" + std::string(text) + "'", "",
                     "times from the start of the trace, for example 1.5ms..2ms"};
    const auto begin = parseOffset(text.substr(0, dots));
    if (!begin.ok()) return begin.error();
    const auto end = parseOffset(text.substr(dots + 2));
    if (!end.ok()) return end.error();
    if (*begin >= *end)
        return Error{ErrorCode::Usage, "expected A before B, found '" + std::string(text) + "'", "", ""};
    return OffsetRange{*begin, *end};
}

} // namespace lanescope
