#include "core/readers/chrome_json/walker.h"

#include "core/readers/chrome_json/boundary.h"
#include "core/readers/chrome_json/phases.h"
#include "core/readers/chrome_json/tolerant.h"
#include "core/readers/chrome_json/unescape.h"

namespace lanescope::readers {
namespace {

bool isEventKey(std::string_view key) { return eventKeyOf(key.data(), key.size()) != EventKey::Other; }

} // namespace

WalkResult Walker::walk(const IndexedText& text, std::uint32_t first, std::uint32_t offset, Between between,
                        TextEnd end) {
    m_text = text.text;
    m_size = text.size;
    m_offset = offset;
    m_oddBytes = text.oddBytes;
    m_end = end;
    WalkResult result{WalkStop::Done, 0, between};
    Token at = text.indexes + first;
    for (;;) {
        const Token begin = at;
        if (charAt(at) == '{') [[likely]] {
            at = event(at, result.between);
            if (kChecksText && result.between == Between::AfterElement && m_separators == Separators::Commas &&
                at != kRefused) [[unlikely]]
                noteAt(OddityKind::MissingComma, begin);
        } else {
            at = otherElement(at, result);
            if (result.stop == WalkStop::ArrayEnd || (at != kRefused && *at == m_size && *begin == m_size)) {
                if (result.stop == WalkStop::Done) result.position = m_size;
                return result;
            }
            if (at != kRefused) continue;
        }
        if (at == kRefused) return stopAt(begin, result.between);
        if (kChecksText && result.between == Between::AfterRepair && !m_fields.has(EventKey::Phase)) [[unlikely]] {
            at += charAt(at) == ',' ? 1 : 0;
            continue;
        }
        result.between = Between::AfterElement;
        if (charAt(at) == ',') [[likely]] {
            ++at;
            result.between = Between::AfterComma;
        }
    }
}

WalkResult Walker::stopAt(Token begin, Between between) {
    const bool atEnd = *m_refusedAt >= m_size;
    return {atEnd ? WalkStop::NeedMore : WalkStop::Broken, *begin, between};
}

// One member of an event; `at` is a quote. `present` is kept by the caller so that it stays in a register.
[[gnu::always_inline]] inline Walker::Token Walker::member(Token at, std::uint32_t& present) {
    const char* keyEnd = stringEnd(at);
    if (kChecksText && (keyEnd == nullptr || charAt(at + 1) != ':')) [[unlikely]]
        return refuse(at + 1);
    const char* key = m_text + *at + 1;
    const EventKey eventKey = eventKeyOf(key, static_cast<std::size_t>(keyEnd - key));
    RawValue& slot = m_fields.slot(eventKey);
    if (eventKey == EventKey::Args && charAt(at + 2) == '{') {
        const Token begin = at + 2;
        at = args(begin);
        if (kChecksText && at == kRefused) return kRefused;
        slot.begin = m_text + *begin;
        slot.size = static_cast<std::uint32_t>(at[-1] + 1 - *begin);
        slot.tok = Tok::OpenObject;
    } else {
        at = value(at + 2, slot);
        if (kChecksText && at == kRefused) return kRefused;
        if (eventKey == EventKey::Phase) m_fields.phase = EventFields::phaseOf(slot);
    }
    const std::uint32_t bit = EventFields::bitOf(eventKey) & ~EventFields::bitOf(EventKey::Other);
    if (kChecksText && (present & bit)) [[unlikely]]
        m_writer.note(OddityKind::DuplicateKey, "in an event");
    present |= bit;
    return at;
}

Walker::Token Walker::event(Token at, Between between) {
    const Token begin = at;
    std::uint32_t present = 0;
    m_fields.clear();
    m_writer.begin(m_offset + *at);
    ++at;
    if (charAt(at) == '}') { // {} is a filler some writers put at the end
        ++m_writer.counts().elements;
        ++m_writer.counts().empty;
        return at + 1;
    }
    if (kChecksText && charAt(at) != '"') [[unlikely]] {
        m_writer.abandon();
        return refuse(at);
    }
    for (;;) {
        at = member(at, present);
        if (kChecksText && at == kRefused) [[unlikely]] {
            m_writer.abandon();
            return kRefused;
        }
        const char c = charAt(at);
        if (c == ',') [[likely]] {
            ++at;
            if (!kChecksText || charAt(at) == '"') [[likely]]
                continue;
        }
        if (kChecksText && charAt(at) != '}') [[unlikely]] {
            m_writer.abandon();
            return refuse(at);
        }
        if (kChecksText && c == ',') [[unlikely]]
            noteAt(OddityKind::TrailingComma, at);
        m_fields.present = present;
        return finishEvent(begin, at, between);
    }
}

Walker::Token Walker::finishEvent(Token begin, Token end, Between between) {
    if (kChecksText && *end - *begin >= kSuspiciousBytes && looksSwallowed({m_text + *begin, kSuspiciousBytes}))
        [[unlikely]] {
        m_writer.abandon();
        return refuse(begin);
    }
    if (kChecksText && between == Between::AfterRepair && !m_fields.has(EventKey::Phase)) [[unlikely]] {
        m_writer.abandon(); // more of what was broken
        return end + 1;
    }
    ++m_writer.counts().elements;
    bool saidControl = false;
    if (kChecksText && m_oddBytes) [[unlikely]] {
        const OddBytes odd = findOddBytes({m_text + *begin, static_cast<std::size_t>(*end - *begin) + 1});
        if (odd.control) noteAt(OddityKind::ControlChar, begin);
        if (odd.badUtf8) noteAt(OddityKind::InvalidUtf8, begin);
        saidControl = odd.control;
    }
    m_writer.commit(m_fields);
    if (kChecksText && m_writer.metControl() && !saidControl) [[unlikely]]
        noteControl(begin, end);
    return end + 1;
}

// Once an event, at the place of the first one.
void Walker::noteControl(Token begin, Token end) {
    const std::size_t at = findBareControl({m_text + *begin, static_cast<std::size_t>(*end - *begin) + 1});
    const auto place = static_cast<std::uint32_t>(at == std::string_view::npos ? 0 : at);
    m_writer.noteAt(OddityKind::ControlChar, m_offset + *begin + place, "inside a number");
}

Walker::Token Walker::otherValue(Token at, RawValue& out) {
    switch (out.tok) {
    case Tok::Minus:
    case Tok::TrueFalse:
    case Tok::Null:
    case Tok::Odd:
        return word(at, out);
    case Tok::Digit: // 0x
        if (*out.begin == '0') noteAt(OddityKind::HexNumber, at);
        return at + 1;
    case Tok::OpenArray:
    case Tok::OpenObject:
        return container(at, out);
    default:
        return refuse(at);
    }
}

// Arrays and objects beside the arguments. Two brackets too many at the front match the two at the end of the file.
Walker::Token Walker::container(Token at, RawValue& out) {
    constexpr std::uint32_t kSuspicious = 4096; // nobody writes so much there
    const Token begin = at;
    at = skipContainer(at);
    if (at == kRefused) return kRefused;
    out.size = static_cast<std::uint32_t>(m_text + at[-1] + 1 - out.begin);
    if (out.size >= kSuspicious && looksSwallowed({out.begin, out.size})) return refuse(begin);
    return at;
}

// Numbers below zero, true, false, null, and the words for numbers that are none.
Walker::Token Walker::word(Token at, RawValue& out) {
    if (out.tok == Tok::Minus && out.begin[1] >= '0' && out.begin[1] <= '9') return at + 1;
    const std::string_view text = out.word();
    if (kChecksText && text.data()[text.size()] == '\0' && at[1] < m_size) return refuse(at); // NUL inside
    if (text == "null" || text == "true" || text == "false") return at + 1;
    if (!isNonFiniteWord(text)) return refuse(at);
    noteAt(OddityKind::NonfiniteNumber, at, text);
    out.tok = Tok::Odd;
    return at + 1;
}

// What may stand where an event is expected. Returns the next token, or the same one with the stop in `result`.
Walker::Token Walker::otherElement(Token at, WalkResult& result) {
    if (result.between == Between::AfterRepair && !maybeArrayEnd(at)) return refuse(at);
    if (m_tornRest != 0 && m_offset + *at == m_tornRest) return refuse(at);
    const auto end = [&](Token where, std::uint32_t position) {
        result.stop = WalkStop::ArrayEnd;
        result.position = position;
        return where;
    };
    const Tok tok = tokOf(charAt(at));
    if (const Token missing = undecided(at); missing != kRefused && tok != Tok::End) return refuse(missing);
    switch (tok) {
    case Tok::End:
        return *at == m_size ? at : refuse(at);
    case Tok::Comma:
        if (result.between == Between::Start || result.between == Between::AfterComma)
            noteAt(OddityKind::RepairedEvent, at, "a comma too many");
        if (result.between != Between::AfterRepair) result.between = Between::AfterComma;
        return at + 1;
    case Tok::CloseArray:
        if (isStray(at)) break;
        if (result.between == Between::AfterComma) noteAt(OddityKind::TrailingComma, at);
        return end(at, *at + 1);
    case Tok::CloseObject: // one too many, or the ']' is missing
        if (isStray(at)) break;
        if (const Token bracket = bracketBehindBraces(at); bracket != kRefused) {
            noteAt(OddityKind::RepairedEvent, at, "a closing bracket too many");
            return end(bracket, *bracket + 1);
        }
        noteAt(OddityKind::Unclosed, at);
        return end(at, *at);
    case Tok::OpenArray:
        if (charAt(at + 1) != '{') return plainElement(at, result);
        noteAt(OddityKind::RepairedEvent, at, "an opening bracket too many");
        return at + 1;
    case Tok::Quote:
        if (charAt(at + 1) == ':') { // of an event that was torn, or of the object around: then the ']' is missing
            if (!isWellKnownTopLevelKey(keyAt(at))) return refuse(at);
            noteAt(OddityKind::Unclosed, at);
            return end(at, *at);
        }
        return plainElement(at, result);
    default:
        return plainElement(at, result);
    }
    noteAt(OddityKind::RepairedEvent, at, "a closing bracket too many");
    result.between = Between::AfterElement;
    return behindClosers(at);
}

// What decides about a token between elements stands behind it: the place where it is missing, or null.
Walker::Token Walker::undecided(Token at) const {
    if (m_end == TextEnd::EndOfFile || charAt(at) == ',') return nullptr;
    if (const Token next = behindClosers(at); next != at) { // a comma, a brace, a key and its colon
        for (Token look = next; look < next + 4; ++look)
            if (*look >= m_size) return look;
        return nullptr;
    }
    if (at[1] >= m_size) return at + 1;
    return charAt(at + 1) == ',' && at[2] >= m_size ? at + 2 : nullptr;
}

Walker::Token Walker::behindClosers(Token at) const {
    constexpr unsigned kMost = 16; // hostile files have millions
    for (unsigned i = 0; i < kMost && (charAt(at) == ']' || charAt(at) == '}'); ++i) ++at;
    return at;
}

// The ']' right behind one brace or several; null when there is none.
Walker::Token Walker::bracketBehindBraces(Token at) const {
    const Token behind = behindClosers(at);
    while (at < behind && charAt(at) == '}') ++at;
    return at < behind ? at : nullptr;
}

// A closing bracket that does not end the array, by what stands behind it and its like: events, or what is left of one.
bool Walker::isStray(Token at) const {
    if (charAt(at + 1) == ',' && charAt(at + 2) == '{') return true;
    const Token next = behindClosers(at);
    const auto isEvent = [&](Token brace) { return charAt(brace + 1) != '"' || isEventKey(keyAt(brace + 1)); };
    switch (tokOf(charAt(next))) {
    case Tok::End:
    case Tok::OpenArray: // another document
    case Tok::CloseArray:
    case Tok::CloseObject:
        return false;
    case Tok::OpenObject:
        return *next + 1 < m_size && charAt(next + 1) != '}' && isEvent(next);
    case Tok::Comma:
        if (next[1] >= m_size) return false;
        if (charAt(next + 1) == '{') return isEvent(next + 1);
        if (charAt(next + 1) == '}' || charAt(next + 1) == ']' || next[2] >= m_size) return false;
        if (charAt(next + 1) != '"' || charAt(next + 2) != ':') return true; // only keys stand behind the array
        // Behind a ']' any key may stand, behind two none that is not known, behind a '}' alone none that events have.
        if (charAt(at) == ']') return charAt(at + 1) == ']' && !isWellKnownTopLevelKey(keyAt(next + 1));
        return isEventKey(keyAt(next + 1));
    default:
        return true;
    }
}

// After a repair: the end of the text, a comma, or what surely ends the array.
bool Walker::maybeArrayEnd(Token at) const {
    const char c = charAt(at);
    if (c == ',' || *at >= m_size) return true;
    const AtEnd fileEnds = m_end == TextEnd::EndOfFile ? AtEnd::Yes : AtEnd::No;
    return c == ']' && isArrayEnd({m_text, m_size}, *at, fileEnds);
}

// A number, text or array where an event is expected.
Walker::Token Walker::plainElement(Token at, WalkResult& result) {
    m_writer.begin(m_offset + *at);
    RawValue v;
    Token next = value(at, v);
    if (next != kRefused && v.isNeverClosed()) next = refuse(next);
    if (next != kRefused) next = endOfPlain(next, result.between);
    if (next == kRefused) {
        m_writer.abandon();
        return kRefused;
    }
    ++m_writer.counts().elements;
    ++m_writer.counts().nonObjects;
    noteAt(OddityKind::NotAnObject, at, v.text());
    result.between = Between::AfterElement;
    return next;
}

// Text or a number that ends at `next`: an element of its own, or a piece of a torn event. Then no comma stands in
// front of it, or a key follows.
Walker::Token Walker::endOfPlain(Token next, Between between) {
    if (*next >= m_size) return next;
    const char c = charAt(next);
    if (c != ',' && c != ']') return refuse(next);
    if (between == Between::AfterElement && m_separators == Separators::Commas) return refuse(next);
    if (c == ']') return next;
    if (next[1] >= m_size) return m_end == TextEnd::MoreFollows ? refuse(next + 1) : next;
    if (charAt(next + 1) != '"') return next;
    if (next[2] >= m_size) return m_end == TextEnd::MoreFollows ? refuse(next + 2) : next;
    return charAt(next + 2) == ':' ? refuse(next) : next;
}

} // namespace lanescope::readers
