#include "core/readers/chrome_json/string_table.h"

#include "core/base/limits.h"
#include "core/readers/chrome_json/unescape.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::size_t kFirstSlots = 1024;

} // namespace

StringTable::StringTable() : m_slots(kFirstSlots), m_mask(kFirstSlots - 1), m_entries(1) {
    // A seed of its own: files cannot be made to collide. Numbers do not depend on it.
    m_seed = randomSeed();
}

std::string_view StringTable::keep(std::string_view text) {
    if (text.size() > kBlockBytes / 4) { // a block of its own
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(text.size()));
        std::memcpy(m_blocks.back().get(), text.data(), text.size());
        m_bytes += text.size();
        return {m_blocks.back().get(), text.size()};
    }
    if (text.size() > m_freeSize) {
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(kBlockBytes));
        m_free = m_blocks.back().get();
        m_freeSize = kBlockBytes;
    }
    std::memcpy(m_free, text.data(), text.size());
    const std::string_view kept{m_free, text.size()};
    m_free += text.size();
    m_freeSize -= text.size();
    m_bytes += text.size();
    return kept;
}

std::uint32_t StringTable::add(std::string_view raw, RawKind kind, std::uint64_t hash) {
    if (raw.size() > limits::kMaxNameBytes) { // the same text for all that begin with it
        const std::uint32_t number = intern(cutText(raw, limits::kMaxNameBytes), kind);
        m_entries[number].flags |= kTextCut;
        m_anyFlags = true;
        return number;
    }
    if (m_bytes + 2 * raw.size() > limits::kMaxInternBytes) {
        m_full = true;
        return 0;
    }
    Entry entry{keep(raw), {}, hash, kind, 0};
    if (kind == RawKind::Text && isPlainText(raw)) {
        entry.text = entry.raw;
    } else {
        entry.flags = kind == RawKind::Text ? unescapeJson(raw, m_scratch) : minifyJson(raw, m_scratch);
        entry.text = m_scratch == raw ? entry.raw : keep(m_scratch);
        m_anyFlags = m_anyFlags || entry.flags != 0;
    }
    const auto number = static_cast<std::uint32_t>(m_entries.size());
    m_entries.push_back(entry);
    if (m_entries.size() * 2 > m_slots.size()) {
        grow();
        return number;
    }
    std::size_t slot = hash & m_mask;
    while (m_slots[slot].number != 0) slot = (slot + 1) & m_mask;
    m_slots[slot] = {static_cast<std::uint32_t>(hash >> 32), number};
    return number;
}

void StringTable::grow() {
    m_slots.assign(m_slots.size() * 2, Slot{});
    m_mask = m_slots.size() - 1;
    for (std::uint32_t number = 1; number < m_entries.size(); ++number) { // in order: rollback() relies on it
        const std::uint64_t hash = m_entries[number].hash;
        std::size_t slot = hash & m_mask;
        while (m_slots[slot].number != 0) slot = (slot + 1) & m_mask;
        m_slots[slot] = {static_cast<std::uint32_t>(hash >> 32), number};
    }
}

void StringTable::rollback(std::uint32_t size) {
    // Last in, first out: no probe path of an older text runs through the slot of a younger one.
    while (m_entries.size() > std::max<std::uint32_t>(size, 1)) {
        const auto number = static_cast<std::uint32_t>(m_entries.size() - 1);
        std::size_t slot = m_entries.back().hash & m_mask;
        while (m_slots[slot].number != number) slot = (slot + 1) & m_mask;
        m_slots[slot] = {};
        m_entries.pop_back();
    }
}

} // namespace lanescope::readers
