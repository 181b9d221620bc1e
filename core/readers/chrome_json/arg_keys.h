// Finds the typed argument a key stands for: one multiplication, one table slot. Immutable; any thread.
#pragma once

#include "core/readers/chrome_json/decimal.h"
#include "core/store/arg_fields.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace lanescope::readers {

// ArgField values, and beyond them what has a column of its own.
using ArgCode = std::uint8_t;
inline constexpr ArgCode kArgCorrelation = 62;
inline constexpr ArgCode kArgExternalId = 63;
inline constexpr ArgCode kArgNone = 255;
static_assert(static_cast<unsigned>(ArgField::Count_) < kArgCorrelation, "one bit a code in a 64-bit set");

class ArgKeys {
public:
    static const ArgKeys& instance();
    // `key` may be read up to 8 bytes from its start, whatever its size.
    ArgCode find(const char* key, std::size_t size) const {
        if (size - 1 >= kMaxSize) return kArgNone;
        const std::uint64_t prefix = load8(key) & kPrefixMask[size < 8 ? size : 8];
        const Entry& e = m_table[indexOf(prefix, size)];
        if (e.prefix != prefix || e.size != size) return kArgNone;
        if (size <= 8) return e.code;
        std::uint64_t different = load8(key + size - 8) ^ load8(e.key + size - 8);
        for (std::size_t i = 8; i + 8 < size; i += 8) different |= load8(key + i) ^ load8(e.key + i);
        return different == 0 ? e.code : kArgNone;
    }
    bool isText(ArgCode code) const { return (m_textCodes >> code) & 1u; }

private:
    static constexpr std::size_t kMaxSize = 40;
    static constexpr unsigned kBits = 9;
    static constexpr std::array<std::uint64_t, 9> kPrefixMask{0,
                                                              0xff,
                                                              0xffff,
                                                              0xffffff,
                                                              0xffffffffull,
                                                              0xffffffffffull,
                                                              0xffffffffffffull,
                                                              0xffffffffffffffull,
                                                              0xffffffffffffffffull};
    struct Entry {
        std::uint64_t prefix = 0;
        const char* key = nullptr;
        std::uint8_t size = 0;
        ArgCode code = kArgNone;
    };
    ArgKeys();
    bool place(std::string_view key, ArgCode code);
    bool placeAll();
    std::size_t indexOf(std::uint64_t prefix, std::size_t size) const {
        return ((prefix + size) * m_factor) >> (64 - kBits);
    }

    std::array<Entry, std::size_t{1} << kBits> m_table{};
    std::uint64_t m_factor = 0;
    std::uint64_t m_textCodes = 0;
};

} // namespace lanescope::readers
