#include "core/readers/chrome_json/broken_event.h"

#include "core/readers/chrome_json/boundary.h"
#include "core/readers/chrome_json/object_scanner.h"
#include "core/readers/chrome_json/phases.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

constexpr std::size_t kMaxKey = 64;
constexpr std::size_t kMaxRegion = std::size_t{1} << 20; // larger ones are not looked into
// Each search may go through the whole region: a text made for it must not make this quadratic.
constexpr unsigned kMaxSearches = 16;
constexpr unsigned kMaxTypedArgs = 256;

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at])) ++at;
    return at;
}

// `"key" :` at `at`; `after` is behind the colon. Empty when there is none.
std::string_view keyAt(std::string_view text, std::size_t at, std::size_t& after) {
    if (at >= text.size() || text[at] != '"') return {};
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos || end - at > kMaxKey) return {};
    const std::size_t colon = skipBlanks(text, end + 1);
    if (colon >= text.size() || text[colon] != ':') return {};
    after = colon + 1;
    return text.substr(at + 1, end - at - 1);
}

EventKey knownKey(std::string_view key) {
    char padded[kMaxKey + 8] = {};
    key.copy(padded, kMaxKey);
    return key.empty() ? EventKey::Other : eventKeyOf(padded, key.size());
}

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}
    BrokenEvent read() {
        m_at = 1;
        while (member()) {
        }
        return m_event;
    }

private:
    bool member();
    bool value(EventKey key);
    bool string(RawValue& out);
    bool container(EventKey key, RawValue& out);
    bool word(RawValue& out);
    bool endsEvent(std::size_t at) const;
    bool goesOn(std::size_t at, bool anyKey) const;
    bool toKnownKey();

    unsigned m_searches = 0;
    std::string_view m_text;
    std::size_t m_at = 0;
    BrokenEvent m_event;
};

// Nothing but closing braces, commas and blanks up to the next element.
bool Reader::endsEvent(std::size_t at) const {
    return m_text.find_first_not_of("}, \t\r\n", at) == std::string_view::npos;
}

// Whether the event may go on at `at`, behind a value: another member, or the end.
bool Reader::goesOn(std::size_t at, bool anyKey) const {
    at = skipBlanks(m_text, at);
    if (at >= m_text.size()) return true;
    if (m_text[at] == '}') return endsEvent(at);
    std::size_t after = 0;
    if (m_text[at] == '"') return knownKey(keyAt(m_text, at, after)) != EventKey::Other; // the comma is missing
    if (m_text[at] != ',') return false;
    while (at < m_text.size() && m_text[at] == ',') at = skipBlanks(m_text, at + 1);
    if (at < m_text.size() && m_text[at] == '}') return endsEvent(at);
    const std::string_view key = keyAt(m_text, at, after);
    return !key.empty() && (anyKey || knownKey(key) != EventKey::Other);
}

// On to the next `, "key":` of a key that events have.
bool Reader::toKnownKey() {
    if (++m_searches > kMaxSearches) return false;
    for (std::size_t at = m_text.find('"', m_at); at != std::string_view::npos; at = m_text.find('"', at + 1)) {
        std::size_t after = 0, before = at;
        if (knownKey(keyAt(m_text, at, after)) == EventKey::Other) continue;
        while (before > 0 && isBlank(m_text[before - 1])) --before;
        if (before == 0 || (m_text[before - 1] != ',' && m_text[before - 1] != '{')) continue;
        m_at = at;
        return true;
    }
    return false;
}

bool Reader::member() {
    const std::size_t begin = m_at;
    m_at = skipBlanks(m_text, m_at);
    while (m_at < m_text.size() && m_text[m_at] == ',') m_at = skipBlanks(m_text, m_at + 1);
    if (m_at >= m_text.size()) return false;
    if (m_text[m_at] == '}') {
        m_event.trailingComma =
            m_event.trailingComma ||
            (m_at > begin && m_text.substr(begin, m_at - begin).find(',') != std::string_view::npos);
        if (endsEvent(m_at)) return false;
        ++m_at; // a brace too many
    }
    std::size_t after = 0;
    const std::string_view key = keyAt(m_text, m_at, after);
    if (key.empty()) {
        ++m_at;
        return toKnownKey();
    }
    m_at = skipBlanks(m_text, after);
    return value(knownKey(key)) || toKnownKey();
}

bool Reader::value(EventKey key) {
    if (m_at >= m_text.size()) return false;
    RawValue v{m_text.data() + m_at, 0, tokOf(m_text[m_at])};
    bool ok = false;
    if (v.tok == Tok::Quote) {
        ok = string(v);
    } else if (v.tok == Tok::OpenArray || v.tok == Tok::OpenObject) {
        ok = container(key, v);
    } else {
        ok = word(v);
    }
    if (!ok) return false;
    if (key == EventKey::Other) return true;
    m_event.fields.slot(key) = v;
    m_event.fields.set(key);
    if (key == EventKey::Phase) m_event.fields.phase = EventFields::phaseOf(v);
    return true;
}

// The string ends at its first quote, if the event goes on behind it; else at the first one, escaped or not, behind
// which one of the well-known keys follows.
bool Reader::string(RawValue& out) {
    const std::size_t begin = m_at + 1;
    bool isFirst = true;
    for (std::size_t at = begin; at < m_text.size(); ++at) {
        if (m_text[at] == '\\' && at + 1 < m_text.size() && m_text[at + 1] == '"' && !goesOn(at + 2, false)) {
            ++at;
            continue;
        }
        if (m_text[at] != '"') continue;
        const bool isEscaped = at > begin && m_text[at - 1] == '\\';
        if (goesOn(at + 1, isFirst && !isEscaped)) {
            out.begin = m_text.data() + begin;
            out.size = static_cast<std::uint32_t>(at - begin);
            m_event.unescapedQuote = m_event.unescapedQuote || !isFirst;
            m_at = at + 1;
            return true;
        }
        isFirst = false;
    }
    return false;
}

bool Reader::container(EventKey key, RawValue& out) {
    ObjectScanner one(m_text.substr(m_at));
    const std::size_t end = m_at + one.containerSize();
    const bool isSound = end > m_at && goesOn(end, true);
    std::size_t to = isSound ? end : m_text.size();
    if (!isSound) { // up to where the event's own members go on, or to its end
        for (std::size_t at = m_text.find('}', m_at); at != std::string_view::npos; at = m_text.find('}', at + 1)) {
            if (!goesOn(at + 1, false)) continue;
            to = at + 1;
            break;
        }
    }
    out.size = static_cast<std::uint32_t>(to - m_at);
    if (key == EventKey::Args && out.tok == Tok::OpenObject) m_event.args = m_text.substr(m_at, to - m_at);
    m_at = to;
    return true;
}

bool Reader::word(RawValue& out) {
    std::size_t end = m_at;
    while (end < m_text.size() && !endsScalar(m_text[end])) ++end;
    if (end == m_at) return false;
    std::string_view text = m_text.substr(m_at, end - m_at);
    out.size = static_cast<std::uint32_t>(text.size());
    if (!goesOn(end, true)) { // words without quotes, up to where the event goes on
        const auto ends = [&](std::size_t at) { return (m_text[at] == ',' || m_text[at] == '}') && goesOn(at, false); };
        while (end < m_text.size() && !ends(end)) ++end;
        text = m_text.substr(m_at, end - m_at);
        out.tok = Tok::Quote;
        out.size = static_cast<std::uint32_t>(text.size());
    }
    if (isNonFiniteWord(text)) {
        m_event.nonFinite = true;
        out.tok = Tok::Odd;
    }
    m_event.hexNumber = m_event.hexNumber || isHexNumber(text);
    m_at = end;
    return true;
}

} // namespace

bool BrokenEvent::isUsable() const {
    const auto has = [&](EventKey key) { return fields.has(key); };
    switch (phaseKind(fields.phase)) {
    case PhaseKind::Unknown:
        return false;
    case PhaseKind::Metadata:
        return has(EventKey::Name) && has(EventKey::Pid) && has(EventKey::Args);
    default:
        return has(EventKey::Ts) && has(EventKey::Pid) && has(EventKey::Tid) &&
               (has(EventKey::Name) || fields.phase == 'E');
    }
}

BrokenEvent readBrokenEvent(std::string_view region) {
    return region.size() > kMaxRegion ? BrokenEvent{} : Reader(region).read();
}

void eachTypedArg(std::string_view args, const ArgKeys& keys,
                  const std::function<void(ArgCode, const RawValue&)>& visit) {
    unsigned count = 0;
    for (std::size_t at = args.find('"', 1); at != std::string_view::npos; at = args.find('"', at + 1)) {
        std::size_t after = 0;
        const std::string_view key = keyAt(args, at, after);
        char padded[kMaxKey + 8] = {};
        key.copy(padded, kMaxKey);
        const ArgCode code = key.empty() ? kArgNone : keys.find(padded, key.size());
        if (code == kArgNone) continue;
        ObjectScanner member(args.substr(at - 1)); // whatever stands before the key is skipped like a brace
        std::string_view found;
        RawValue value;
        if (++count > kMaxTypedArgs || !member.next(found, value)) break;
        if (found == key) visit(code, value);
    }
}

} // namespace lanescope::readers
