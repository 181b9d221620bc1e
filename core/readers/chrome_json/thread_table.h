// The (pid, tid) pairs of one parse thread, numbered from 0 in order of first appearance. A number in quotes is that
// number; missing and null are the empty text. One thread.
#pragma once

#include "core/build/event_batch.h"
#include "core/readers/chrome_json/raw_value.h"
#include "core/readers/chrome_json/string_table.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanescope::readers {

class ThreadTable {
public:
    explicit ThreadTable(StringTable& strings) : m_strings(strings), m_seed(strings.seed()), m_slots(256) {}
    std::uint32_t find(const RawValue& pid, const RawValue& tid) {
        Key key;
        if (isSimple(pid, key.pid) && isSimple(tid, key.tid)) {
            const Recent& r = m_recent[static_cast<std::size_t>(key.tid ^ (key.pid << 2)) & (m_recent.size() - 1)];
            if (r.pid == key.pid && r.tid == key.tid && r.number < m_threads.size()) return r.number;
        } else {
            key = exactKey(pid, tid);
        }
        return findKey(key);
    }
    const std::vector<RawThread>& threads() const { return m_threads; }
    // Whether find() met a control character inside a number since the last call.
    bool takeControl() { return std::exchange(m_metControl, false); }
    // Forgets the threads from number `size` on; before StringTable::rollback.
    void rollback(std::uint32_t size);

private:
    struct Key {
        std::int64_t pid = 0, tid = 0; // the number, or a string number
        bool pidIsText = false, tidIsText = false;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Recent {
        std::int64_t pid = 0, tid = 0;
        std::uint32_t number = 0xffffffffu;
    };
    [[gnu::always_inline]] static bool isSimple(const RawValue& v, std::int64_t& out) {
        return v.isNumber() && parseSimpleInteger(v.begin, out);
    }
    std::uint64_t hashOf(const Key& key) const;
    Key exactKey(const RawValue& pid, const RawValue& tid);
    std::int64_t keyPart(const RawValue& v, bool& isText);
    std::uint32_t findKey(const Key& key);
    std::uint32_t nameOf(std::int64_t value, bool isText);
    void grow();

    StringTable& m_strings;
    std::uint64_t m_seed;
    std::array<Recent, 64> m_recent{};
    std::vector<std::uint32_t> m_slots; // number + 1
    std::vector<Key> m_keys;
    std::vector<RawThread> m_threads;
    bool m_metControl = false;
};

} // namespace lanescope::readers
