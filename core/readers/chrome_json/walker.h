// Walks over the elements of traceEvents by their token positions: no document is built, strings stay where they are.
// Takes strict JSON and the few deviations that cost nothing (NaN, trailing commas); stops at everything else, which
// the tolerant parser then looks at. One thread.
#pragma once

#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/structural_index.h"
#include "core/readers/chrome_json/text_checks.h"

#include <cstdint>

namespace lanescope::readers {

// Where in the array a stretch begins or ends. After a repair, until the next sound event, brackets are not believed:
// they may be the rest of what was broken.
enum class Between : std::uint8_t { Start, AfterComma, AfterElement, AfterRepair };

// Whether elements must have commas between them; lines of JSON have none.
enum class Separators : std::uint8_t { Commas, None };

enum class TextEnd : std::uint8_t { MoreFollows, EndOfFile };

enum class WalkStop : std::uint8_t {
    Done,     // all elements of the stretch were taken; it ended between two
    ArrayEnd, // the array ended: position is behind its ']', or where it should have been
    NeedMore, // the stretch ended inside the element at `position`
    Broken,   // the element at `position` is no JSON
};

struct WalkResult {
    WalkStop stop = WalkStop::Done;
    std::uint32_t position = 0; // from the start of the stretch
    Between between = Between::Start;
};

class Walker {
public:
    Walker(EventWriter& writer, Separators separators) : m_writer(writer), m_separators(separators) {}
    // From the token `first` on. `offset` is where the stretch begins in its batch; `end` says whether more text
    // follows it.
    WalkResult walk(const IndexedText& text, std::uint32_t first, std::uint32_t offset, Between between, TextEnd end);
    // Where the rest of a torn event stands in the batch: refused there whatever it looks like.
    void setTornRest(std::size_t at) { m_tornRest = at; }

private:
    using Token = const std::uint32_t*;
    static constexpr Token kRefused = nullptr;

    char charAt(Token at) const { return m_text[*at]; }
    Token refuse(Token at) {
        m_refusedAt = at;
        return kRefused;
    }
    Token event(Token at, Between between);
    Token member(Token at, std::uint32_t& present);
    Token value(Token at, RawValue& out) {
        const char* begin = m_text + *at;
        const Tok tok = tokOf(*begin);
        if (tok == Tok::Quote) {
            const char* end = stringEnd(at);
            if (kChecksText && end == nullptr) [[unlikely]]
                return refuse(at + 1);
            out.begin = begin + 1;
            out.size = static_cast<std::uint32_t>(end - begin - 1);
            out.tok = tok;
            return at + 1;
        }
        out.begin = begin;
        out.size = 0;
        out.tok = tok;
        // The second character alone decides: many values are 0, and a branch on the first would be guessed wrong.
        if (tok == Tok::Digit && !(kChecksText && (begin[1] | 0x20) == 'x')) [[likely]]
            return at + 1;
        return otherValue(at, out);
    }
    Token otherValue(Token at, RawValue& out);
    Token container(Token at, RawValue& out);
    Token word(Token at, RawValue& out);
    Token args(Token at);
    Token argsObject(Token at);
    Token argMember(Token at);
    Token skipContainer(Token at);
    Token checkContainer(Token begin, Token end, std::int64_t nesting);
    Token otherElement(Token at, WalkResult& result);
    Token plainElement(Token at, WalkResult& result);
    Token endOfPlain(Token next, Between between);
    bool isStray(Token at) const;
    Token behindClosers(Token at) const;
    Token bracketBehindBraces(Token at) const;
    bool maybeArrayEnd(Token at) const;
    Token undecided(Token at) const;
    // End of the string that opens at `at`; null when it has none. Of a quote that is the text's last character it
    // is that quote itself: the next token then is the end, which a caller refuses before or after.
    const char* stringEnd(Token at) const {
        const char* end = m_text + at[1] - 1;
        if (*end == '"') [[likely]]
            return end;
        while (isBlank(*end)) --end;
        return *end == '"' && end > m_text + *at ? end : nullptr;
    }
    // The text of the string that opens at `at`; empty when it has no end.
    std::string_view keyAt(Token at) const {
        const char* end = stringEnd(at);
        const char* begin = m_text + *at + 1;
        return end == nullptr || end < begin ? std::string_view()
                                             : std::string_view(begin, static_cast<std::size_t>(end - begin));
    }
    void noteAt(OddityKind kind, Token at, std::string_view detail = {}) {
        m_writer.noteAt(kind, m_offset + *at, detail);
    }
    void noteControl(Token begin, Token end);
    Token finishEvent(Token begin, Token end, Between between);
    WalkResult stopAt(Token begin, Between between);

    EventWriter& m_writer;
    Separators m_separators;
    EventFields m_fields;
    const char* m_text = nullptr;
    std::uint32_t m_size = 0;
    std::uint32_t m_offset = 0;
    bool m_oddBytes = false;
    std::size_t m_tornRest = 0;
    TextEnd m_end = TextEnd::MoreFollows;
    Token m_refusedAt = nullptr;
};

} // namespace lanescope::readers
