#include "core/readers/chrome_json/arg_keys.h"

#include "core/base/check.h"

namespace lanescope::readers {

const ArgKeys& ArgKeys::instance() {
    static const ArgKeys kKeys;
    return kKeys;
}

// Tries multipliers until no two keys share a slot: with 512 slots for some 50 keys a few dozen tries are enough.
ArgKeys::ArgKeys() {
    for (const ArgFieldInfo& field : argFieldTable())
        if (field.type == ArgType::Text) m_textCodes |= std::uint64_t{1} << static_cast<unsigned>(field.field);
    std::uint64_t state = 0x2545f4914f6cdd1dull;
    for (int attempt = 0; attempt < 100'000; ++attempt) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        m_factor = state | 1;
        m_table.fill({});
        if (placeAll()) return;
    }
    LANESCOPE_CHECK(!"no multiplier without collisions");
}

bool ArgKeys::placeAll() {
    bool ok = place("correlation", kArgCorrelation) && place("External id", kArgExternalId) &&
              place("external id", kArgExternalId);
    for (const ArgFieldInfo& field : argFieldTable()) {
        const auto code = static_cast<ArgCode>(field.field);
        ok = ok && place(field.key, code) && (field.olderKey.empty() || place(field.olderKey, code));
    }
    return ok;
}

bool ArgKeys::place(std::string_view key, ArgCode code) {
    char padded[kMaxSize + 8] = {};
    LANESCOPE_CHECK(key.size() <= kMaxSize);
    key.copy(padded, kMaxSize);
    const std::uint64_t prefix = load8(padded) & kPrefixMask[key.size() < 8 ? key.size() : 8];
    Entry& e = m_table[indexOf(prefix, key.size())];
    if (e.key != nullptr) return false;
    e = {prefix, key.data(), static_cast<std::uint8_t>(key.size()), code};
    return true;
}

} // namespace lanescope::readers
