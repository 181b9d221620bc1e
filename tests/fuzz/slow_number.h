// The slow twin of the time parser: decimal texts as whole binary numbers of any size, divided bit by bit. Shares no
// code and no idea with the parser under test.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope::test {

// A whole number >= 0 of any size.
class BigWhole {
public:
    explicit BigWhole(std::uint32_t value = 0) : m_limbs{value} { trim(); }
    void multiplyAdd(std::uint32_t factor, std::uint32_t addend);
    void timesPowerOfTen(unsigned power);
    void add(const BigWhole& other);
    void subtract(const BigWhole& smaller);
    void twice() { multiplyAdd(2, 0); }
    bool isZero() const { return m_limbs.empty(); }
    int compare(const BigWhole& other) const; // < 0, 0, > 0

private:
    void trim();
    std::vector<std::uint32_t> m_limbs; // lowest first, the highest is not zero
};

// +-digits * 10^exponent.
struct SlowNumber {
    bool negative = false;
    BigWhole digits;
    int exponent = 0;
    // [+-] digits [. digits] [e [+-] digits], with at least one digit before the e. Nothing for any other text.
    static std::optional<SlowNumber> parse(std::string_view text);
    bool isWhole() const;
    // |value| >= 10^power.
    bool reaches(unsigned power) const;
    // value * 10^shift to the nearest whole number, halves to the even one; nothing from 2^63 - 1 on.
    std::optional<std::int64_t> rounded(int shift) const;
    SlowNumber plus(const SlowNumber& other) const;
};

} // namespace lanescope::test
