// The texts of one parse thread, numbered in order of first appearance; 0 is the empty text. Keys are the raw bytes of
// the file, so a text is decoded once, not once per use. Views stay valid as long as the table. One thread.
#pragma once

#include "core/readers/chrome_json/decimal.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::readers {

enum class RawKind : std::uint8_t { Text, Json }; // inside of a JSON string; a JSON array or object

class StringTable {
public:
    StringTable();
    std::uint32_t intern(std::string_view raw, RawKind kind = RawKind::Text) {
        if (raw.empty()) return 0;
        const std::uint64_t hash = hashOf(raw, kind);
        for (std::size_t slot = hash & m_mask;; slot = (slot + 1) & m_mask) {
            const Slot& s = m_slots[slot];
            if (s.number == 0) return add(raw, kind, hash);
            if (s.hash == static_cast<std::uint32_t>(hash >> 32) && isEntry(s.number, raw, kind)) return s.number;
        }
    }
    std::string_view text(std::uint32_t number) const { return m_entries[number].text; }
    std::uint8_t flags(std::uint32_t number) const { return m_entries[number].flags; } // TextFlag
    bool anyFlags() const { return m_anyFlags; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_entries.size()); } // number of the next new text
    // Forgets the texts from number `size` on.
    void rollback(std::uint32_t size);
    std::uint64_t seed() const { return m_seed; } // another one for every table
    std::uint64_t bytes() const { return m_bytes; }
    bool full() const { return m_full; } // the limit was reached: further texts are empty

private:
    struct Slot {
        std::uint32_t hash = 0; // upper half
        std::uint32_t number = 0;
    };
    struct Entry {
        std::string_view raw;
        std::string_view text;
        std::uint64_t hash = 0;
        RawKind kind = RawKind::Text;
        std::uint8_t flags = 0;
    };

    // Most texts are short: quicker than a call of memcmp.
    static bool sameBytes(const char* a, const char* b, std::size_t size) {
        if (size < 8) return std::memcmp(a, b, size) == 0;
        std::uint64_t different = load8(a + size - 8) ^ load8(b + size - 8);
        for (std::size_t i = 0; i + 8 < size; i += 8) different |= load8(a + i) ^ load8(b + i);
        return different == 0;
    }
    std::uint64_t hashOf(std::string_view raw, RawKind kind) const;
    bool isEntry(std::uint32_t number, std::string_view raw, RawKind kind) const {
        const Entry& e = m_entries[number];
        return e.raw.size() == raw.size() && e.kind == kind && sameBytes(e.raw.data(), raw.data(), raw.size());
    }
    std::uint32_t add(std::string_view raw, RawKind kind, std::uint64_t hash);
    std::string_view keep(std::string_view text);
    void grow();

    std::vector<Slot> m_slots;
    std::size_t m_mask = 0;
    std::vector<Entry> m_entries;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_freeSize = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_seed = 0;
    std::string m_scratch;
    bool m_anyFlags = false;
    bool m_full = false;
};

namespace detail {
inline std::uint64_t mixBits(std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
inline std::uint64_t load4(const char* p) {
    std::uint32_t v = 0;
    std::memcpy(&v, p, 4);
    return v;
}
} // namespace detail

// A good hash of bytes; the same for the same seed on every run.
inline std::uint64_t hashBytes(std::string_view text, std::uint64_t seed) {
    constexpr std::uint64_t kA = 0x9e3779b97f4a7c15ull, kB = 0xd6e8feb86659fd93ull;
    const char* p = text.data();
    std::size_t left = text.size();
    std::uint64_t h = seed ^ (text.size() * kA);
    for (; left > 16; left -= 16, p += 16) h = detail::mixBits(load8(p) ^ kA ^ h, load8(p + 8) ^ kB);
    std::uint64_t a = 0, b = 0;
    if (left >= 8) {
        a = load8(p);
        b = load8(p + left - 8);
    } else if (left >= 4) {
        a = detail::load4(p);
        b = detail::load4(p + left - 4);
    } else if (left > 0) {
        a = static_cast<unsigned char>(p[0]) |
            (static_cast<std::uint64_t>(static_cast<unsigned char>(p[left / 2])) << 8);
        b = static_cast<unsigned char>(p[left - 1]);
    }
    return detail::mixBits(detail::mixBits(a ^ kA ^ h, b ^ kB), kB);
}

inline std::uint64_t StringTable::hashOf(std::string_view raw, RawKind kind) const {
    return hashBytes(raw, m_seed + static_cast<std::uint64_t>(kind));
}

} // namespace lanescope::readers
