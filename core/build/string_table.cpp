#include "core/build/string_table.h"

#include "core/base/keyed_hash.h"
#include "core/base/limits.h"

namespace lanescope::build {
namespace {

constexpr std::size_t kFirstSlots = 1024; // a power of two
constexpr std::size_t kMaxStrings = (std::size_t{1} << 32) - 2;

} // namespace

StringBytes::StringBytes() : bytes(limits::kMaxInternBytes), ends(std::size_t{1} << 28) {}

StringTable::StringTable() : m_memory(std::make_shared<StringBytes>()), m_slots(kFirstSlots), m_seed(randomSeed()) {
    m_memory->ends.push(0); // the empty text
}

std::string_view StringTable::text(std::uint32_t id) const {
    const std::uint64_t begin = id == 0 ? 0 : m_memory->ends[id - 1];
    return {m_memory->bytes.data() + begin, static_cast<std::size_t>(m_memory->ends[id] - begin)};
}

std::uint32_t StringTable::intern(std::string_view wanted) {
    if (wanted.empty()) return 0;
    const std::uint64_t full = hashBytes(wanted, m_seed);
    const auto hash = static_cast<std::uint32_t>(full ^ (full >> 32));
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    for (; m_slots[at].id != 0; at = (at + 1) & mask)
        if (m_slots[at].hash == hash && text(m_slots[at].id) == wanted) return m_slots[at].id;
    if (!m_memory->bytes.hasRoomFor(wanted.size()) || !m_memory->ends.hasRoomFor(1) || size() >= kMaxStrings) {
        ++m_refused;
        return 0;
    }
    const std::uint32_t id = size();
    m_memory->bytes.append(wanted.data(), wanted.size());
    m_memory->ends.push(m_memory->bytes.size());
    m_slots[at] = {hash, id};
    if (std::size_t{id} * 2 > m_slots.size()) grow();
    return id;
}

void StringTable::grow() {
    std::vector<Slot> wider(m_slots.size() * 2);
    const std::size_t mask = wider.size() - 1;
    for (const Slot& slot : m_slots) {
        if (slot.id == 0) continue;
        std::size_t at = slot.hash & mask;
        while (wider[at].id != 0) at = (at + 1) & mask;
        wider[at] = slot;
    }
    m_slots.swap(wider);
}

} // namespace lanescope::build
