// Exact decimal sums with pencil and paper: numbers are strings of digits with 60 decimals.
#include "tests/support/slow_reader.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace lanescope::test {
namespace {

constexpr int kDecimals = 60;

struct Paper {
    bool negative = false;
    std::string digits; // of value * 10^60
};

std::optional<Paper> onPaper(std::string_view text) {
    Paper p;
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
        p.negative = text[at] == '-';
        ++at;
    }
    int decimals = 0;
    bool point = false, any = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !point) {
            point = true;
        } else if (text[at] >= '0' && text[at] <= '9') {
            p.digits += text[at];
            decimals += point;
            any = true;
        } else {
            break;
        }
    }
    int exponent = 0;
    if (any && at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && text[at] == '+') ++at;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
        if (error != std::errc{}) return std::nullopt;
        at = static_cast<std::size_t>(end - text.data());
    }
    if (!any || at != text.size()) return std::nullopt;
    const int shift = kDecimals - decimals + exponent;
    if (shift > 500) return std::nullopt;
    if (shift >= 0)
        p.digits.append(static_cast<std::size_t>(shift), '0');
    else // more decimals than the paper has: not used in tests that look at rounding
        p.digits.resize(p.digits.size() > static_cast<std::size_t>(-shift)
                            ? p.digits.size() - static_cast<std::size_t>(-shift)
                            : 0);
    return p;
}

void align(std::string& a, std::string& b) {
    const std::size_t size = std::max(a.size(), b.size()) + 1;
    a.insert(0, size - a.size(), '0');
    b.insert(0, size - b.size(), '0');
}

Paper sum(Paper a, Paper b) {
    align(a.digits, b.digits);
    if (a.negative != b.negative && a.digits < b.digits) std::swap(a, b);
    int carry = 0;
    for (std::size_t i = a.digits.size(); i-- > 0;) {
        int d = a.digits[i] - '0' + carry + (a.negative == b.negative ? b.digits[i] - '0' : '0' - b.digits[i]);
        carry = d >= 10 ? 1 : d < 0 ? -1 : 0;
        a.digits[i] = static_cast<char>('0' + d - 10 * carry);
    }
    return a;
}

} // namespace

std::optional<std::int64_t> slowNs(std::string_view ts, std::string_view dur) {
    const auto a = onPaper(ts), b = onPaper(dur);
    if (!a || !b) return std::nullopt;
    const bool isNs = [&] { // whole numbers of 10^17 and more are ns
        std::string digits = a->digits;
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
        return digits.size() >= kDecimals + 18 &&
               digits.find_first_not_of('0', digits.size() - kDecimals) == std::string::npos;
    }();
    Paper s = sum(*a, *b);
    const std::size_t cut = isNs ? kDecimals : kDecimals - 3;
    s.digits.insert(0, cut + 1, '0');
    const std::string rest = s.digits.substr(s.digits.size() - cut);
    std::string whole = s.digits.substr(0, s.digits.size() - cut);
    const std::string half = "5" + std::string(cut - 1, '0');
    const bool up = rest > half || (rest == half && (whole.back() - '0') % 2 == 1);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (error != std::errc{} || value > 9'223'372'036'854'775'000u) return std::nullopt;
    const auto ns = static_cast<std::int64_t>(value + (up ? 1 : 0));
    return s.negative ? -ns : ns;
}

bool slowIsNumber(std::string_view text) { return onPaper(text).has_value(); }

std::optional<SlowWhole> slowWhole(std::string_view text) {
    auto p = onPaper(text);
    if (!p) return std::nullopt;
    p->digits.insert(0, kDecimals + 1, '0');
    const std::size_t point = p->digits.size() - kDecimals;
    if (p->digits.find_first_not_of('0', point) != std::string::npos) return std::nullopt;
    SlowWhole w{p->negative, 0};
    const auto r = std::from_chars(p->digits.data(), p->digits.data() + point, w.magnitude);
    return r.ec == std::errc{} ? std::optional(w) : std::nullopt;
}

} // namespace lanescope::test
