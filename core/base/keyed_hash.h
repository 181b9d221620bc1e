// Hashes for tables that hold what a file says. With a seed the file cannot know, nobody can write texts or numbers
// that all fall into one slot. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace lanescope {

// Both halves of the product. A factor of zero swallows the other one: no factor may be known to the file.
inline std::uint64_t mixBits(std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Of bytes; the same for the same seed on every run.
inline std::uint64_t hashBytes(std::string_view text, std::uint64_t seed) {
    constexpr std::uint64_t kA = 0x9e3779b97f4a7c15ull, kB = 0xd6e8feb86659fd93ull;
    const std::uint64_t secret = (seed ^ kB) * kA;
    const auto load8 = [](const char* p) {
        std::uint64_t v = 0;
        std::memcpy(&v, p, 8);
        return v;
    };
    const auto load4 = [](const char* p) {
        std::uint32_t v = 0;
        std::memcpy(&v, p, 4);
        return std::uint64_t{v};
    };
    const char* p = text.data();
    std::size_t left = text.size();
    std::uint64_t h = seed ^ (text.size() * kA);
    for (; left > 16; left -= 16, p += 16) h = mixBits(load8(p) ^ kA ^ h, load8(p + 8) ^ secret);
    std::uint64_t a = 0, b = 0;
    if (left >= 8) {
        a = load8(p);
        b = load8(p + left - 8);
    } else if (left >= 4) {
        a = load4(p);
        b = load4(p + left - 4);
    } else if (left > 0) {
        a = static_cast<unsigned char>(p[0]) |
            (static_cast<std::uint64_t>(static_cast<unsigned char>(p[left / 2])) << 8);
        b = static_cast<unsigned char>(p[left - 1]);
    }
    return mixBits(mixBits(a ^ kA ^ h, b ^ secret), kB);
}

// A seed of its own for every table of every load; results must not depend on it.
inline std::uint64_t randomSeed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

} // namespace lanescope
