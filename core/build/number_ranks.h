// A set of whole numbers from a limited range, and the place of each among them in rising order: one bit a number of
// the range and a count every 64. Fill, seal, ask. One writer, then any threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::build {

class NumberRanks {
public:
    // Whether a set of `count` numbers from [first, last] is worth a bit for every number of the range.
    static bool isDense(std::uint64_t first, std::uint64_t last, std::uint64_t count) {
        return last - first < kMostPerNumber * count + 1024;
    }
    NumberRanks() = default;
    NumberRanks(std::uint64_t first, std::uint64_t last)
        : m_first(first), m_bits(static_cast<std::size_t>((last - first) / 64 + 1), 0) {}
    bool empty() const { return m_bits.empty(); }
    void add(std::uint64_t number) {
        const std::uint64_t at = number - m_first;
        m_bits[static_cast<std::size_t>(at / 64)] |= std::uint64_t{1} << (at % 64);
    }
    void seal() {
        m_before.resize(m_bits.size());
        for (std::size_t i = 0; i < m_bits.size(); ++i) {
            m_before[i] = m_count;
            m_count += ones(m_bits[i]);
        }
    }
    std::uint32_t count() const { return m_count; }
    static constexpr std::uint32_t kNone = 0xffffffffu;
    // kNone = not in the set.
    std::uint32_t rank(std::uint64_t number) const {
        const std::uint64_t at = number - m_first;
        const auto word = static_cast<std::size_t>(at / 64);
        if (word >= m_bits.size()) return kNone;
        const std::uint64_t bit = std::uint64_t{1} << (at % 64);
        if ((m_bits[word] & bit) == 0) return kNone;
        return m_before[word] + ones(m_bits[word] & (bit - 1));
    }

private:
    // std::popcount is a call where the processor may lack the instruction.
    static std::uint32_t ones(std::uint64_t v) {
        v -= (v >> 1) & 0x5555555555555555ull;
        v = (v & 0x3333333333333333ull) + ((v >> 2) & 0x3333333333333333ull);
        return static_cast<std::uint32_t>((((v + (v >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull) >> 56);
    }
    static constexpr std::uint64_t kMostPerNumber = 64;
    std::uint64_t m_first = 0;
    std::vector<std::uint64_t> m_bits;
    std::vector<std::uint32_t> m_before; // numbers before each word
    std::uint32_t m_count = 0;
};

} // namespace lanescope::build
