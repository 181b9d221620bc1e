// Classes of the characters that start a JSON token, and which may stand next to each other. Pure tables; any thread.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::readers {

enum class Tok : std::uint8_t {
    End, // NUL: behind the text
    Bad, // starts no JSON value
    Quote,
    Digit,
    Minus,
    TrueFalse, // t, f
    Null,      // n: null or nan
    Odd,       // N, I, i: NaN, Infinity, inf
    OpenArray,
    OpenObject,
    CloseArray,
    CloseObject,
    Comma,
    Colon,
};

constexpr std::uint32_t bit(Tok t) { return 1u << static_cast<unsigned>(t); }

inline constexpr std::array<Tok, 256> kTok = [] {
    std::array<Tok, 256> table{};
    table.fill(Tok::Bad);
    table[0] = Tok::End;
    table['"'] = Tok::Quote;
    for (unsigned c = '0'; c <= '9'; ++c) table[c] = Tok::Digit;
    table['-'] = Tok::Minus;
    table['t'] = table['f'] = Tok::TrueFalse;
    table['n'] = Tok::Null;
    table['N'] = table['I'] = table['i'] = Tok::Odd;
    table['['] = Tok::OpenArray;
    table['{'] = Tok::OpenObject;
    table[']'] = Tok::CloseArray;
    table['}'] = Tok::CloseObject;
    table[','] = Tok::Comma;
    table[':'] = Tok::Colon;
    return table;
}();
inline Tok tokOf(char c) { return kTok[static_cast<unsigned char>(c)]; }

// Depth in the low half, depth of objects alone in the high half; the end of the text makes the low half negative.
inline constexpr std::array<std::int64_t, 256> kNesting = [] {
    std::array<std::int64_t, 256> table{};
    constexpr std::int64_t kObject = (std::int64_t{1} << 32) + 1;
    table[0] = -(std::int64_t{1} << 30);
    table['['] = 1;
    table[']'] = -1;
    table['{'] = kObject;
    table['}'] = -kObject;
    return table;
}();

// For each token the set of those that may come next to it. Everything of the grammar but the difference between an
// array's and an object's commas.
inline constexpr std::array<std::uint32_t, 16> kMayFollow = [] {
    std::array<std::uint32_t, 16> table{};
    constexpr std::uint32_t kScalar =
        bit(Tok::Digit) | bit(Tok::Minus) | bit(Tok::TrueFalse) | bit(Tok::Null) | bit(Tok::Odd);
    constexpr std::uint32_t kValue = kScalar | bit(Tok::Quote) | bit(Tok::OpenArray) | bit(Tok::OpenObject);
    constexpr std::uint32_t kAfterValue = bit(Tok::Comma) | bit(Tok::CloseArray) | bit(Tok::CloseObject);
    for (unsigned t = 0; t < 16; ++t)
        if ((kScalar >> t) & 1u) table[t] = kAfterValue;
    const auto set = [&](Tok t, std::uint32_t next) { table[static_cast<unsigned>(t)] = next; };
    set(Tok::Quote, kAfterValue | bit(Tok::Colon));
    set(Tok::OpenArray, kValue | bit(Tok::CloseArray));
    set(Tok::OpenObject, bit(Tok::Quote) | bit(Tok::CloseObject));
    set(Tok::CloseArray, kAfterValue);
    set(Tok::CloseObject, kAfterValue);
    set(Tok::Comma, kValue);
    set(Tok::Colon, kValue);
    return table;
}();

inline bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
// Characters that end a number or word.
inline constexpr std::array<bool, 256> kEndsScalar = [] {
    std::array<bool, 256> table{};
    for (const char c : {' ', '\n', '\r', '\t', ',', '}', ']', ':', '{', '[', '"', '\0'})
        table[static_cast<unsigned char>(c)] = true;
    return table;
}();
inline bool endsScalar(char c) { return kEndsScalar[static_cast<unsigned char>(c)]; }
// The same without NUL: one inside of an element belongs to the number or word it stands in, which then is none.
inline constexpr std::array<bool, 256> kEndsLiteral = [] {
    std::array<bool, 256> table = kEndsScalar;
    table[0] = false;
    return table;
}();
inline bool endsLiteral(char c) { return kEndsLiteral[static_cast<unsigned char>(c)]; }
// A control character that JSON has nowhere.
inline bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 && !isBlank(c); }

} // namespace lanescope::readers
