#include "core/readers/chrome_json/decimal.h"

#include <algorithm>
#include <charconv>

namespace lanescope::readers {
namespace {

constexpr int kMaxExponent = 400;
constexpr std::size_t kMaxDigits = 1000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// Removes zeros in front and behind, so that equal numbers look equal.
void normalise(Decimal& d) {
    const std::size_t first = d.digits.find_first_not_of('0');
    d.digits.erase(0, first == std::string::npos ? d.digits.size() : first);
    while (!d.digits.empty() && d.digits.back() == '0' && d.scale > 0) {
        d.digits.pop_back();
        --d.scale;
    }
    if (d.digits.empty()) d = {};
}

// Compares the digits of two numbers of the same scale.
int compareDigits(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    return a.compare(b);
}

std::string addDigits(const std::string& a, const std::string& b) {
    std::string out;
    int carry = 0;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry; ++i) {
        if (i < a.size()) carry += a[a.size() - 1 - i] - '0';
        if (i < b.size()) carry += b[b.size() - 1 - i] - '0';
        out += static_cast<char>('0' + carry % 10);
        carry /= 10;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::string subtractDigits(const std::string& big, const std::string& small) {
    std::string out;
    int borrow = 0;
    for (std::size_t i = 0; i < big.size(); ++i) {
        int d = big[big.size() - 1 - i] - '0' - borrow;
        if (i < small.size()) d -= small[small.size() - 1 - i] - '0';
        borrow = d < 0 ? 1 : 0;
        out += static_cast<char>('0' + d + borrow * 10);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

// Digits of the mantissa into `d`; returns where they end, or npos when there is none.
std::size_t parseMantissa(std::string_view text, std::size_t at, Decimal& d) {
    bool any = false, point = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !point) {
            point = true;
            continue;
        }
        if (!isDigit(text[at])) break;
        any = true;
        if (d.digits.size() < kMaxDigits) {
            d.digits += text[at];
            d.scale += point ? 1 : 0;
        } else {
            if (text[at] != '0') d.digits.back() = static_cast<char>(std::max<int>(d.digits.back(), '1'));
            d.scale -= point ? 0 : 1;
        }
    }
    return any ? at : std::string_view::npos;
}

} // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
    Decimal d;
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) d.negative = text[at++] == '-';
    at = parseMantissa(text, at, d);
    if (at == std::string_view::npos) return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        if (++at < text.size() && text[at] == '+') ++at;
        int exponent = 0;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
        if (error == std::errc::invalid_argument) return std::nullopt;
        if (error != std::errc{} || exponent > kMaxExponent || exponent < -kMaxExponent) {
            const bool isZero = d.digits.find_first_not_of('0') == std::string::npos;
            if (!isZero && text[at] != '-') return std::nullopt;
            d.digits.clear();
        }
        if (end != text.data() + text.size()) return std::nullopt;
        d.scale -= exponent;
        at = text.size();
    }
    if (at != text.size() || d.scale < -kMaxExponent) return std::nullopt;
    if (d.scale < 0) {
        d.digits.append(static_cast<std::size_t>(-d.scale), '0');
        d.scale = 0;
    }
    normalise(d);
    return d;
}

bool Decimal::isInteger() const { return scale == 0; }

std::optional<std::int64_t> Decimal::rounded(int shift) const {
    std::string whole = digits;
    int places = scale - shift; // digits to cut off
    if (places < 0) {
        whole.append(static_cast<std::size_t>(-places), '0');
        places = 0;
    }
    const std::size_t cut = static_cast<std::size_t>(places);
    if (whole.size() < cut + 1) whole.insert(0, cut + 1 - whole.size(), '0');
    const std::string rest = whole.substr(whole.size() - cut);
    whole.resize(whole.size() - cut);
    bool up = false;
    if (!rest.empty()) {
        const bool aboveHalf = rest[0] > '5' || (rest[0] == '5' && rest.find_first_not_of('0', 1) != std::string::npos);
        const bool half = rest[0] == '5' && !aboveHalf;
        up = aboveHalf || (half && (whole.back() - '0') % 2 == 1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (error != std::errc{} || value >= (std::uint64_t{1} << 63) - 1) return std::nullopt;
    value += up ? 1 : 0;
    return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

Decimal operator+(const Decimal& a, const Decimal& b) {
    Decimal x = a, y = b;
    Decimal& shorter = x.scale < y.scale ? x : y;
    const Decimal& longer = x.scale < y.scale ? y : x;
    if (!shorter.digits.empty()) shorter.digits.append(static_cast<std::size_t>(longer.scale - shorter.scale), '0');
    shorter.scale = longer.scale;
    if (x.negative == y.negative) {
        x.digits = addDigits(x.digits, y.digits);
    } else if (compareDigits(x.digits, y.digits) >= 0) {
        x.digits = subtractDigits(x.digits, y.digits);
    } else {
        x.digits = subtractDigits(y.digits, x.digits);
        x.negative = y.negative;
    }
    normalise(x);
    return x;
}

bool isHexNumber(std::string_view text) {
    if (!text.empty() && text[0] == '-') text.remove_prefix(1);
    if (text.size() < 3 || text[0] != '0' || lower(text[1]) != 'x') return false;
    return std::all_of(text.begin() + 2, text.end(),
                       [](char c) { return isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); });
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text) {
    std::uint64_t value = 0;
    const bool hex = isHexNumber(text) && text[0] != '-';
    const char* begin = text.data() + (hex ? 2 : 0);
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
    if (error == std::errc{} && stop == end) return value;
    if (const auto number = parseInteger(text); number && *number >= 0) return static_cast<std::uint64_t>(*number);
    return std::nullopt;
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
    if (isHexNumber(text)) {
        const bool negative = text[0] == '-';
        std::uint64_t value = 0;
        const auto [stop, error] =
            std::from_chars(text.data() + (negative ? 3 : 2), text.data() + text.size(), value, 16);
        if (error != std::errc{} || value > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    }
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && stop == text.data() + text.size()) return value;
    const std::optional<Decimal> d = Decimal::parse(text);
    return d && d->isInteger() ? d->rounded(0) : std::nullopt;
}

bool isNonFiniteWord(std::string_view text) {
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    const auto is = [&](std::string_view word) {
        return text.size() == word.size() &&
               std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return lower(a) == b; });
    };
    return is("nan") || is("inf") || is("infinity");
}

} // namespace lanescope::readers
