#include "core/readers/chrome_json/thread_table.h"

#include "core/readers/chrome_json/unescape.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lanescope::readers {
namespace {

// Integers as they are written by everybody: no leading zeros, no plus sign.
bool isCanonicalInteger(std::string_view text) {
    if (!text.empty() && text[0] == '-') text.remove_prefix(1);
    if (text.empty() || text.size() > 18 || (text[0] == '0' && text.size() > 1)) return false;
    for (const char c : text)
        if (c < '0' || c > '9') return false;
    return true;
}

} // namespace

std::uint64_t ThreadTable::hashOf(const Key& key) const {
    const std::uint64_t kinds = (key.pidIsText ? 1u : 0u) + (key.tidIsText ? 2u : 0u);
    const std::uint64_t tid = (static_cast<std::uint64_t>(key.tid) + kinds) ^ std::rotl(m_seed, 32);
    return mixBits(static_cast<std::uint64_t>(key.pid) ^ m_seed, mixBits(tid, m_seed | 1));
}

std::int64_t ThreadTable::keyPart(const RawValue& v, bool& isText) {
    isText = false;
    if (v.isNumber())
        if (const auto number = parseInteger(v.literal())) return *number;
    isText = true;
    if (v.tok == Tok::Null || v.tok == Tok::End || v.tok == Tok::OpenArray || v.tok == Tok::OpenObject) return 0;
    const std::string_view text = v.isLiteral() ? v.literal() : v.view();
    m_metControl = m_metControl || (v.isLiteral() && std::any_of(text.begin(), text.end(), isControl));
    if (v.tok == Tok::Quote && isCanonicalInteger(text)) {
        isText = false;
        return parseInteger(text).value_or(0);
    }
    return m_strings.intern(text);
}

ThreadTable::Key ThreadTable::exactKey(const RawValue& pid, const RawValue& tid) {
    Key key;
    key.pid = keyPart(pid, key.pidIsText);
    key.tid = keyPart(tid, key.tidIsText);
    return key;
}

std::uint32_t ThreadTable::nameOf(std::int64_t value, bool isText) {
    return isText ? static_cast<std::uint32_t>(value) : m_strings.intern(fmt::format("{}", value));
}

std::uint32_t ThreadTable::findKey(const Key& key) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hashOf(key) & mask;
    while (m_slots[slot] != 0 && !(m_keys[m_slots[slot] - 1] == key)) slot = (slot + 1) & mask;
    std::uint32_t number = m_slots[slot] - 1;
    if (m_slots[slot] == 0) {
        number = static_cast<std::uint32_t>(m_keys.size());
        m_slots[slot] = number + 1;
        m_keys.push_back(key);
        const std::uint32_t pid = nameOf(key.pid, key.pidIsText);
        m_threads.push_back({pid, nameOf(key.tid, key.tidIsText)});
        if (m_keys.size() * 2 > m_slots.size()) grow();
    }
    if (!key.pidIsText && !key.tidIsText)
        m_recent[static_cast<std::size_t>(key.tid ^ (key.pid << 2)) & (m_recent.size() - 1)] = {key.pid, key.tid,
                                                                                                number};
    return number;
}

void ThreadTable::grow() {
    m_slots.assign(m_slots.size() * 4, 0);
    const std::size_t mask = m_slots.size() - 1;
    for (std::uint32_t number = 0; number < m_keys.size(); ++number) { // in order: rollback() relies on it
        std::size_t slot = hashOf(m_keys[number]) & mask;
        while (m_slots[slot] != 0) slot = (slot + 1) & mask;
        m_slots[slot] = number + 1;
    }
}

void ThreadTable::rollback(std::uint32_t size) {
    const std::size_t mask = m_slots.size() - 1;
    while (m_keys.size() > size) {
        std::size_t slot = hashOf(m_keys.back()) & mask;
        while (m_slots[slot] != m_keys.size()) slot = (slot + 1) & mask;
        m_slots[slot] = 0;
        m_keys.pop_back();
        m_threads.pop_back();
    }
    m_recent.fill({});
}

} // namespace lanescope::readers
