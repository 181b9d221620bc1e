// The fields of one event as they stand in the text, before they are decoded. Valid as long as the chunk's text is.
#pragma once

#include "core/readers/chrome_json/raw_value.h"

#include <array>
#include <cstdint>

namespace lanescope::readers {

enum class EventKey : std::uint8_t {
    Phase,
    Category,
    Name,
    Pid,
    Tid,
    Ts,
    Dur,
    Args,
    Id,
    Id2,
    BindId,
    BindPoint,
    InstantScope, // "s"
    Scope,
    FlowIn,
    FlowOut,
    Other, // not read
};
inline constexpr std::size_t kEventKeys = static_cast<std::size_t>(EventKey::Other) + 1;

struct EventFields {
    std::array<RawValue, kEventKeys> values;
    std::uint32_t present = 0; // one bit a key
    char phase = 0;            // 0 = missing or no text of one character

    bool has(EventKey key) const { return (present >> static_cast<unsigned>(key)) & 1u; }
    // The value, or one of kind End when the event has none.
    RawValue operator[](EventKey key) const { return has(key) ? values[static_cast<std::size_t>(key)] : RawValue{}; }
    void set(EventKey key, const RawValue& value) {
        values[static_cast<std::size_t>(key)] = value;
        present |= 1u << static_cast<unsigned>(key);
    }
    void clear() {
        present = 0;
        phase = 0;
    }
};

// Which field a key names. `key` may be read up to 8 bytes from its start, whatever its size.
EventKey eventKeyOf(const char* key, std::size_t size);

} // namespace lanescope::readers
