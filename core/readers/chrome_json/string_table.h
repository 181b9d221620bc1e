// The texts of one parse thread, numbered in order of first appearance; 0 is the empty text. Keys are the raw bytes of
// the file, so a text is decoded once, not once per use. Views stay valid as long as the table. One thread.
#pragma once

#include "core/base/keyed_hash.h"
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

inline std::uint64_t StringTable::hashOf(std::string_view raw, RawKind kind) const {
    return hashBytes(raw, m_seed + static_cast<std::uint64_t>(kind));
}

} // namespace lanescope::readers
