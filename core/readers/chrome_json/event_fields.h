// The fields of one event as they stand in the text, before they are decoded. Valid as long as the chunk's text is.
#pragma once

#include "core/readers/chrome_json/raw_value.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

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
    const RawValue& operator[](EventKey key) const {
        static constexpr RawValue kNone{};
        return has(key) ? values[static_cast<std::size_t>(key)] : kNone;
    }
    // Where to write the value of a key before set(): copying it there would wait for its parts to be stored.
    RawValue& slot(EventKey key) { return values[static_cast<std::size_t>(key)]; }
    void set(EventKey key) { present |= bitOf(key); }
    static constexpr std::uint32_t bitOf(EventKey key) { return 1u << static_cast<unsigned>(key); }
    // Of a value for Phase: its only character, read from the text rather than from the value just stored.
    static char phaseOf(const RawValue& value) {
        const char* text = value.begin;
        return value.tok == Tok::Quote && text[0] != '"' && text[0] != '\\' && text[1] == '"' ? text[0] : '\0';
    }
    void clear() {
        present = 0;
        phase = 0;
    }
};

EventKey longEventKeyOf(std::string_view key);

// Which field a key names. `key` may be read up to 8 bytes from its start, whatever its size.
[[gnu::always_inline]] inline EventKey eventKeyOf(const char* key, std::size_t size) {
    const auto is = [&](std::string_view word) { return std::memcmp(key, word.data(), word.size()) == 0; };
    switch (size) {
    case 1:
        return key[0] == 's' ? EventKey::InstantScope : EventKey::Other;
    case 2:
        if (is("ph")) return EventKey::Phase;
        if (is("ts")) return EventKey::Ts;
        if (is("id")) return EventKey::Id;
        return is("bp") ? EventKey::BindPoint : EventKey::Other;
    case 3:
        if (is("pid")) return EventKey::Pid;
        if (is("tid")) return EventKey::Tid;
        if (is("cat")) return EventKey::Category;
        if (is("dur")) return EventKey::Dur;
        return is("id2") ? EventKey::Id2 : EventKey::Other;
    case 4:
        if (is("name")) return EventKey::Name;
        return is("args") ? EventKey::Args : EventKey::Other;
    default:
        return longEventKeyOf({key, size});
    }
}

} // namespace lanescope::readers
