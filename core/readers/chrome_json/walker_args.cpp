// Arguments of an event and nested values.
#include "core/readers/chrome_json/phases.h"
#include "core/readers/chrome_json/walker.h"

#include "core/base/limits.h"

#include <algorithm>

namespace lanescope::readers {

Walker::Token Walker::args(Token at) {
    // Counters and metadata read theirs from the text, once the event is known.
    const PhaseKind kind = phaseKind(m_fields.phase);
    if (kind != PhaseKind::Counter && kind != PhaseKind::Metadata) return argsObject(at);
    return skipContainer(at);
}

// One argument; `at` is a quote.
[[gnu::always_inline]] inline Walker::Token Walker::argMember(Token at) {
    const char* keyEnd = stringEnd(at);
    if (kChecksText && (keyEnd == nullptr || charAt(at + 1) != ':')) return refuse(at + 1);
    const char* key = m_text + *at + 1;
    const ArgCode code = m_writer.argKeys().find(key, static_cast<std::size_t>(keyEnd - key));
    RawValue v;
    at = value(at + 2, v);
    if (at != kRefused && code != kArgNone) m_writer.arg(code, v);
    return at;
}

Walker::Token Walker::argsObject(Token at) {
    ++at;
    if (charAt(at) == '}') return at + 1;
    if (kChecksText && charAt(at) != '"') [[unlikely]]
        return refuse(at);
    for (;;) {
        at = argMember(at);
        if (kChecksText && at == kRefused) [[unlikely]]
            return kRefused;
        const char c = charAt(at);
        if (c == '}') return at + 1;
        if (kChecksText && c != ',') [[unlikely]]
            return refuse(at);
        ++at;
        if (!kChecksText || charAt(at) == '"') [[likely]]
            continue;
        if (charAt(at) != '}') return refuse(at);
        noteAt(OddityKind::TrailingComma, at);
        return at + 1;
    }
}

// Counts brackets up to the one that closes; neighbours that cannot be are collected on the way.
Walker::Token Walker::skipContainer(Token at) {
    const Token begin = at;
    char c = charAt(at);
    std::int64_t nesting = kNesting[static_cast<unsigned char>(c)];
    Tok before = tokOf(c);
    std::uint32_t seen = 0, good = 1;
    do {
        c = charAt(++at);
        const Tok tok = tokOf(c);
        nesting += kNesting[static_cast<unsigned char>(c)];
        good &= kMayFollow[static_cast<unsigned>(before)] >> static_cast<unsigned>(tok);
        seen |= bit(tok);
        before = tok;
    } while (static_cast<std::int32_t>(nesting) > 0);
    constexpr std::uint32_t kWords = bit(Tok::Null) | bit(Tok::Odd) | bit(Tok::Minus);
    const bool isLong = at - begin > 2 * static_cast<std::ptrdiff_t>(limits::kMaxDepth);
    if (!kChecksText || ((good & 1u) == 1 && nesting == 0 && (seen & kWords) == 0 && !isLong)) [[likely]]
        return at + 1;
    return checkContainer(begin, at, nesting);
}

// The rare cases, looked at again token by token: trailing commas, NaN, deep nesting, the end of the text.
Walker::Token Walker::checkContainer(Token begin, Token end, std::int64_t nesting) {
    unsigned depth = 1, deepest = 1;
    Tok before = tokOf(charAt(begin));
    for (Token at = begin + 1; at <= end; ++at) {
        const Tok tok = tokOf(charAt(at));
        const bool closes = tok == Tok::CloseArray || tok == Tok::CloseObject;
        if (((kMayFollow[static_cast<unsigned>(before)] >> static_cast<unsigned>(tok)) & 1u) == 0) {
            if (tok == Tok::End || before != Tok::Comma || !closes) return refuse(at);
            noteAt(OddityKind::TrailingComma, at);
        }
        if (tok == Tok::Null || tok == Tok::Odd || tok == Tok::Minus) {
            RawValue v{m_text + *at, 0, tok};
            if (word(at, v) == kRefused) return kRefused;
        }
        if (tok == Tok::OpenArray || tok == Tok::OpenObject) deepest = std::max(deepest, ++depth);
        if (closes) --depth;
        before = tok;
    }
    if (nesting != 0) return refuse(end); // closed by a bracket of the other kind
    if (deepest > limits::kMaxDepth) noteAt(OddityKind::DeepNesting, begin);
    return end + 1;
}

} // namespace lanescope::readers
