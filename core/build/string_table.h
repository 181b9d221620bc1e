// All texts of a trace, each once, numbered in order of first appearance; 0 is the empty text. What is stored never
// moves: a preview keeps the same memory. One thread at a time.
#pragma once

#include "core/build/column_buffer.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace lanescope::build {

// The memory, shared with stores.
struct StringBytes {
    GrowingColumn<char> bytes;
    GrowingColumn<std::uint64_t> ends;
    StringBytes();
};

class StringTable {
public:
    StringTable();
    std::uint32_t intern(std::string_view text); // 0 when the limit of all texts is reached
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_memory->ends.size()); }
    std::string_view text(std::uint32_t id) const;
    std::uint64_t refused() const { return m_refused; } // texts beyond the limit
    std::shared_ptr<const StringBytes> memory() const { return m_memory; }
    std::span<const std::uint64_t> ends() const { return {m_memory->ends.data(), m_memory->ends.size()}; }
    std::string_view bytes() const { return {m_memory->bytes.data(), m_memory->bytes.size()}; }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = 0; // 0 = free
    };
    void grow();
    std::shared_ptr<StringBytes> m_memory;
    std::vector<Slot> m_slots;
    std::uint64_t m_seed;
    std::uint64_t m_refused = 0;
};

} // namespace lanescope::build
