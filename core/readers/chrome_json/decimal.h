// Decimal text to exact integers, never through double. The fast functions may read up to 16 bytes behind the text.
// Any thread.
#pragma once

#include "core/readers/chrome_json/token_class.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::readers {

inline std::uint64_t load8(const char* p) {
    std::uint64_t v = 0;
    std::memcpy(&v, p, 8);
    return v;
}

inline std::uint64_t load4(const char* p) {
    std::uint32_t v = 0;
    std::memcpy(&v, p, 4);
    return v;
}

// Up to eight digits at p: how many, and their value.
struct DigitRun {
    unsigned count = 0;
    std::uint32_t value = 0;
};
[[gnu::always_inline]] inline DigitRun digitRun(const char* p) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t t = load8(p) ^ 0x3030303030303030ull;
    const std::uint64_t other = ((t + 0x0606060606060606ull) | t) & 0xf0f0f0f0f0f0f0f0ull;
    const unsigned count = other == 0 ? 8u : static_cast<unsigned>(std::countr_zero(other)) >> 3;
    if (count == 0) return {};
    t <<= (8 - count) * 8;
    t = t * 10 + (t >> 8);
    t = (((t & 0x000000ff000000ffull) * 0x000f424000000064ull) +
         (((t >> 16) & 0x000000ff000000ffull) * 0x0000271000000001ull)) >>
        32;
    return {count, static_cast<std::uint32_t>(t)};
}

inline constexpr std::uint32_t kPow10[9] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

// Unsigned digits at p, at most 16 of them; returns how many (0 = none, 17 = more than 16).
[[gnu::always_inline]] inline unsigned parseDigits(const char* p, std::uint64_t& value) {
    const DigitRun first = digitRun(p);
    value = first.value;
    if (first.count < 8) return first.count;
    const DigitRun second = digitRun(p + 8);
    value = value * kPow10[second.count] + second.value;
    if (second.count == 8 && p[16] >= '0' && p[16] <= '9') return 17;
    return 8 + second.count;
}

// A time in microseconds with at most three decimals and 16 digits before them, in ns. Returns where the number ends,
// null when it has to be read the exact way. Like parseSimpleInteger only for numbers of whole elements.
struct SimpleTime {
    std::int64_t ns = 0;
    unsigned decimals = 0;
    unsigned digits = 0; // before the point
};
[[gnu::always_inline]] inline const char* parseSimpleTime(const char* p, SimpleTime& out) {
    const bool negative = *p == '-';
    if (negative) ++p;
    std::uint64_t whole = 0;
    out.digits = parseDigits(p, whole);
    if (out.digits - 1 > 15 || whole > 9'200'000'000'000'000ull) return nullptr;
    p += out.digits;
    std::uint64_t ns = whole * 1000;
    out.decimals = 0;
    if (*p == '.') {
        const auto digit = [&](int at) { return static_cast<unsigned>(static_cast<unsigned char>(p[at])) - '0'; };
        const unsigned tenths = digit(1), hundredths = digit(2), thousandths = digit(3);
        if (tenths < 10 && hundredths < 10 && thousandths < 10 && endsLiteral(p[4])) [[likely]] {
            ns += tenths * 100 + hundredths * 10 + thousandths;
            out.decimals = 3;
            out.ns = negative ? -static_cast<std::int64_t>(ns) : static_cast<std::int64_t>(ns);
            return p + 4;
        }
        const DigitRun fraction = digitRun(p + 1);
        if (fraction.count - 1 > 2) return nullptr;
        ns += std::uint64_t{fraction.value} * kPow10[3 - fraction.count];
        out.decimals = fraction.count;
        p += fraction.count + 1;
    }
    if (!endsLiteral(*p)) return nullptr;
    out.ns = negative ? -static_cast<std::int64_t>(ns) : static_cast<std::int64_t>(ns);
    return p;
}

// Plain integer of at most 16 digits, which must be all of the number.
[[gnu::always_inline]] inline bool parseSimpleInteger(const char* p, std::int64_t& out) {
    const bool negative = *p == '-';
    if (negative) ++p;
    std::uint64_t value = 0;
    const unsigned digits = parseDigits(p, value);
    if (digits - 1 > 15 || !endsLiteral(p[digits])) return false;
    out = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    return true;
}

// Any decimal number, exactly: digits * 10^-scale. Numbers beyond 10^400 are not read; digits behind the 1,000th count
// as one that is not zero.
struct Decimal {
    bool negative = false;
    std::string digits; // without leading zeros; empty = 0
    int scale = 0;

    static std::optional<Decimal> parse(std::string_view text); // the whole text must be a JSON-like number
    bool isInteger() const;
    // value * 10^shift, rounded half to even; nothing when it does not fit.
    std::optional<std::int64_t> rounded(int shift) const;
    friend Decimal operator+(const Decimal& a, const Decimal& b);
};

// Integers of any notation whose value is whole: 12, -3, 1e3, 1.0, 0x1F. Nothing when it is none or does not fit.
std::optional<std::int64_t> parseInteger(std::string_view text);
std::optional<std::uint64_t> parseUnsigned(std::string_view text); // also values of 2^63 and more
bool isHexNumber(std::string_view text);
// nan, inf, infinity with or without a sign, whatever the case.
bool isNonFiniteWord(std::string_view text);

} // namespace lanescope::readers
