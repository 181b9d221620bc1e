#include "tests/fuzz/slow_number.h"

#include <algorithm>

namespace lanescope::test {

void BigWhole::trim() {
    while (!m_limbs.empty() && m_limbs.back() == 0) m_limbs.pop_back();
}

void BigWhole::multiplyAdd(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::uint32_t& limb : m_limbs) {
        carry += std::uint64_t{limb} * factor;
        limb = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    m_limbs.push_back(static_cast<std::uint32_t>(carry));
    trim();
}

void BigWhole::timesPowerOfTen(unsigned power) {
    for (unsigned i = 0; i < power; ++i) multiplyAdd(10, 0);
}

void BigWhole::add(const BigWhole& other) {
    m_limbs.resize(std::max(m_limbs.size(), other.m_limbs.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < m_limbs.size(); ++i) {
        carry += std::uint64_t{m_limbs[i]} + (i < other.m_limbs.size() ? other.m_limbs[i] : 0);
        m_limbs[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    trim();
}

void BigWhole::subtract(const BigWhole& smaller) {
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < m_limbs.size(); ++i) {
        carry += std::int64_t{m_limbs[i]} - (i < smaller.m_limbs.size() ? std::int64_t{smaller.m_limbs[i]} : 0);
        m_limbs[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32; // -1 when something was borrowed
    }
    trim();
}

int BigWhole::compare(const BigWhole& other) const {
    if (m_limbs.size() != other.m_limbs.size()) return m_limbs.size() < other.m_limbs.size() ? -1 : 1;
    for (std::size_t i = m_limbs.size(); i-- > 0;)
        if (m_limbs[i] != other.m_limbs[i]) return m_limbs[i] < other.m_limbs[i] ? -1 : 1;
    return 0;
}

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The exponent behind the e; nothing when it is none or absurd.
std::optional<int> exponentOf(std::string_view text) {
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.empty() || text.size() > 9 || !std::all_of(text.begin(), text.end(), isDigit)) return std::nullopt;
    int value = 0;
    for (const char c : text) value = value * 10 + (c - '0');
    return negative ? -value : value;
}

BigWhole scaled(BigWhole value, int power) {
    value.timesPowerOfTen(static_cast<unsigned>(std::max(power, 0)));
    return value;
}

// value / divisor as a whole number of less than 2^63, and twice what is left over; nothing when it is larger.
std::optional<std::uint64_t> divided(BigWhole& value, const BigWhole& divisor) {
    std::vector<BigWhole> multiples{divisor}; // divisor * 2^i
    while (multiples.size() < 64) {
        multiples.push_back(multiples.back());
        multiples.back().twice();
    }
    if (value.compare(multiples[63]) >= 0) return std::nullopt;
    std::uint64_t quotient = 0;
    for (unsigned bit = 63; bit-- > 0;) {
        if (value.compare(multiples[bit]) < 0) continue;
        value.subtract(multiples[bit]);
        quotient |= std::uint64_t{1} << bit;
    }
    value.twice();
    return quotient;
}

} // namespace

std::optional<SlowNumber> SlowNumber::parse(std::string_view text) {
    SlowNumber n;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        n.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    const std::size_t mantissa = std::min(text.find_first_of("eE"), text.size());
    bool any = false, point = false;
    for (const char c : text.substr(0, mantissa)) {
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!isDigit(c)) return std::nullopt;
        any = true;
        n.digits.multiplyAdd(10, static_cast<std::uint32_t>(c - '0'));
        n.exponent -= point ? 1 : 0;
    }
    if (!any) return std::nullopt;
    if (mantissa == text.size()) return n;
    const auto exponent = exponentOf(text.substr(mantissa + 1));
    if (!exponent) return std::nullopt;
    n.exponent += *exponent;
    return n;
}

bool SlowNumber::isWhole() const {
    if (exponent >= 0 || digits.isZero()) return true;
    BigWhole left = digits;
    // Whole when 10^-exponent divides the digits; what is no int64 has its high part taken off first.
    BigWhole divisor = scaled(BigWhole(1), -exponent);
    std::vector<BigWhole> multiples{divisor};
    while (multiples.back().compare(left) <= 0) {
        multiples.push_back(multiples.back());
        multiples.back().twice();
    }
    for (std::size_t i = multiples.size(); i-- > 0;)
        if (left.compare(multiples[i]) >= 0) left.subtract(multiples[i]);
    return left.isZero();
}

bool SlowNumber::reaches(unsigned power) const {
    const int bound = static_cast<int>(power) - exponent; // digits >= 10^bound
    return scaled(digits, -bound).compare(scaled(BigWhole(1), bound)) >= 0;
}

std::optional<std::int64_t> SlowNumber::rounded(int shift) const {
    const int power = exponent + shift;
    BigWhole rest = scaled(digits, power);
    const BigWhole divisor = scaled(BigWhole(1), -power);
    const auto whole = divided(rest, divisor);
    constexpr std::uint64_t kLimit = (std::uint64_t{1} << 63) - 1;
    if (!whole || *whole >= kLimit) return std::nullopt;
    const int half = rest.compare(divisor);
    const bool up = half > 0 || (half == 0 && *whole % 2 == 1);
    const auto value = static_cast<std::int64_t>(*whole + (up ? 1 : 0));
    return negative ? -value : value;
}

SlowNumber SlowNumber::plus(const SlowNumber& other) const {
    SlowNumber a = *this, b = other;
    const int exponentOfBoth = std::min(a.exponent, b.exponent);
    a.digits = scaled(a.digits, a.exponent - exponentOfBoth);
    b.digits = scaled(b.digits, b.exponent - exponentOfBoth);
    a.exponent = b.exponent = exponentOfBoth;
    if (a.negative == b.negative) {
        a.digits.add(b.digits);
        return a;
    }
    if (a.digits.compare(b.digits) < 0) std::swap(a, b);
    a.digits.subtract(b.digits);
    return a;
}

} // namespace lanescope::test
