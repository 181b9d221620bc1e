#include "core/readers/chrome_json/top_level.h"

#include "core/base/limits.h"
#include "core/readers/chrome_json/boundary.h"
#include "core/readers/chrome_json/metadata.h"
#include "core/readers/chrome_json/tolerant.h"
#include "core/readers/chrome_json/unescape.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope::readers {
namespace {

constexpr unsigned kMaxNesting = 4; // of objects that may hold traceEvents
constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::size_t kMaxValues = 10'000;                           // keys around the events that are remembered
constexpr std::size_t kMaxKeptBytes = 4 * limits::kMaxMetadataBytes; // of all values together

// The next `"key" :` of a key that is well known, from `from` on; kNowhere when there is none.
std::size_t nextKnownKey(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('"', from); at != std::string_view::npos; at = text.find('"', at + 1)) {
        const std::size_t end = text.find('"', at + 1);
        if (end == std::string_view::npos) break;
        std::size_t colon = end + 1;
        while (colon < text.size() && isBlank(text[colon])) ++colon;
        if (colon < text.size() && text[colon] == ':' && isWellKnownTopLevelKey(text.substr(at + 1, end - at - 1)))
            return at;
    }
    return kNowhere;
}

} // namespace

TopLevel::TopLevel(TextSource& source, OddityList& oddities, std::function<bool()> readEvents)
    : m_source(source), m_window(source), m_oddities(oddities), m_readEvents(std::move(readEvents)) {}

Status TopLevel::read() {
    m_window.skipBlanks();
    if (m_window.atEnd())
        return Error{ErrorCode::EmptyFile, "expected a trace, found nothing but blanks", "",
                     "was the recording stopped before it was written?"};
    const char first = m_window.peek();
    Level level;
    Step step = Step::Ok;
    if (first == '[') {
        m_isBareArray = true;
        m_window.advance();
        step = events(level);
    } else if (first == '{') {
        step = object(0, level);
    } else {
        return Error{ErrorCode::NotATrace, "expected { or [ at the start of a trace, found other text", "",
                     "Lanescope reads the JSON traces that the PyTorch profiler writes"};
    }
    if (step == Step::Ok && level.hasEvents) trailing(level);
    m_values = std::move(level.values);
    if (step == Step::Stopped) return {};
    if (!level.hasEvents)
        return Error{ErrorCode::NoTraceEvents,
                     m_otherTraceEvents ? "traceEvents is no array" : "the JSON holds no traceEvents", "",
                     "is this the file the profiler exported with export_chrome_trace()?"};
    return {};
}

// Whether the trace that is met here can be of the same recording as the first: neither its rank nor the base of its
// times says otherwise.
bool TopLevel::belongs(const Level& level) {
    if (m_first == nullptr) return true;
    TraceInfo first, later;
    OddityList ignored; // said when the first is looked at; the other's are no part of the trace
    applyMetadata(m_first->values, first, ignored);
    applyMetadata(level.values, later, ignored);
    if (first.rank && later.rank && *first.rank != *later.rank)
        m_foreign = fmt::format("a trace of rank {}: not read", *later.rank);
    else if (first.baseTimeNs && later.baseTimeNs && *first.baseTimeNs != *later.baseTimeNs)
        m_foreign = "a trace whose times count from another moment: not read";
    return m_foreign.empty();
}

// At the '[' of a later document.
bool TopLevel::isArrayOfEvents() {
    constexpr std::size_t kLook = std::size_t{64} << 10;
    m_window.mark();
    while (!m_window.atEnd() && m_window.marked().size() < kLook) m_window.advance();
    const std::string text = "}" + std::string(m_window.marked().substr(1)); // events are known by what stands before
    m_window.moveTo(0);
    m_window.unmark();
    return looksSwallowed(text);
}

// A document behind the first. Traces are read; false when nothing behind it is.
bool TopLevel::nextDocument(const Level& first) {
    const std::uint64_t offset = m_window.offset();
    if (++m_documents > limits::kMaxEventArrays || m_arrays >= limits::kMaxEventArrays) {
        m_oddities.add(OddityKind::LimitReached, offset, "more traces in one file than are read");
        return false;
    }
    Level level;
    Step step = Step::Ok;
    m_first = &first;
    if (m_window.peek() == '{') {
        step = object(0, level);
    } else if (isArrayOfEvents()) {
        m_window.advance();
        step = events(level);
    } else {
        step = Step::Foreign;
    }
    m_first = nullptr;
    const std::string_view what = !m_foreign.empty() ? std::string_view(m_foreign)
                                  : level.hasEvents  ? "another trace: its events are read too"
                                                     : "another document, no trace: not read";
    m_oddities.add(OddityKind::TrailingData, offset, what);
    return step == Step::Ok;
}

// Nothing, another document, other text, or `, {` or a key that is well known: what goes on behind a bracket that was
// none of the file's.
void TopLevel::trailing(Level& level) {
    for (;;) {
        m_window.skipBlanks();
        if (m_window.atEnd()) return;
        const std::uint64_t offset = m_window.offset();
        while (m_window.peek() == ']' || m_window.peek() == '}') {
            m_window.advance();
            m_window.skipBlanks();
        }
        const bool isComma = m_window.peek() == ',';
        if (isComma) {
            m_window.advance();
            m_window.skipBlanks();
        }
        const char next = m_window.peek();
        if (!isComma && (next == '{' || next == '[')) {
            if (!nextDocument(level)) return;
            continue;
        }
        const bool isKey = isComma && next == '"' && isKnownKeyNext();
        if (!isKey && (!isComma || next != '{' || m_arrays >= limits::kMaxEventArrays)) {
            m_oddities.add(OddityKind::TrailingData, offset);
            return;
        }
        m_oddities.add(OddityKind::RepairedEvent, offset, "closing brackets too many");
        if ((isKey ? members(0, level) : events(level)) != Step::Ok) return;
    }
}

bool TopLevel::isKnownKeyNext() {
    m_window.mark();
    const bool isString = skipString() == Step::Ok && m_window.isMarked();
    const std::string_view quoted = isString ? m_window.marked() : std::string_view("\"\"");
    const bool isKnown = isWellKnownTopLevelKey(quoted.substr(1, quoted.size() - 2));
    if (m_window.isMarked()) m_window.moveTo(0);
    m_window.unmark();
    return isKnown;
}

TopLevel::Step TopLevel::object(unsigned depth, Level& level) {
    m_window.advance(); // {
    for (;;) {
        const Step step = members(depth, level);
        if (step != Step::Malformed || depth > 0) return step;
        // The outermost object goes on behind what is no JSON.
        m_oddities.add(OddityKind::BadMetadata, m_window.offset());
        if (!resume()) return Step::EndOfText;
    }
}

// After something that is no JSON: on to the next key that is well known.
bool TopLevel::resume() {
    if (!m_window.isMarked()) m_window.mark();
    std::size_t from = 1;
    for (;;) {
        const std::size_t at = nextKnownKey(m_window.ahead(), from);
        if (at != kNowhere) {
            m_window.moveTo(at);
            m_window.unmark();
            return true;
        }
        const std::size_t seen = m_window.ahead().size();
        m_window.moveTo(seen);
        if (m_window.atEnd()) return false;
        if (!m_window.isMarked()) m_window.mark(); // a limit: what is behind is forgotten
        const std::size_t overlap = std::min(kMaxKeyBytes, m_window.marked().size());
        from = m_window.marked().size() - overlap;
    }
}

TopLevel::Step TopLevel::members(unsigned depth, Level& level) {
    for (bool afterComma = false;;) {
        m_window.skipBlanks();
        const char c = m_window.peek();
        if (m_window.atEnd()) {
            if (level.hasEvents && depth == 0) m_oddities.add(OddityKind::Unclosed, m_window.offset());
            return Step::EndOfText;
        }
        if (c == '}') {
            if (afterComma) m_oddities.add(OddityKind::TrailingComma, m_window.offset());
            m_window.advance();
            return Step::Ok;
        }
        if (c == ',') {
            m_window.advance();
            afterComma = true;
            continue;
        }
        if (c != '"') {
            m_window.mark();
            return Step::Malformed;
        }
        afterComma = false;
        const Step step = member(depth, level);
        if (step != Step::Ok) return step;
    }
}

TopLevel::Step TopLevel::member(unsigned depth, Level& level) {
    m_window.mark();
    const std::uint64_t offset = m_window.offset();
    if (skipString() != Step::Ok) return textEnds(offset, {});
    if (!m_window.isMarked()) return Step::Malformed;
    const std::string_view quoted = m_window.marked();
    std::string key;
    unescapeJson(quoted.substr(1, quoted.size() - 2), key);
    m_window.skipBlanks();
    if (m_window.atEnd()) return textEnds(offset, key);
    if (m_window.peek() != ':') return Step::Malformed;
    m_window.advance();
    m_window.skipBlanks();
    if (key == "traceEvents") {
        if (m_window.peek() == '[' && m_arrays < limits::kMaxEventArrays) {
            if (!belongs(level)) return Step::Foreign;
            m_window.advance();
            return events(level);
        }
        if (m_window.peek() == '[')
            m_oddities.add(OddityKind::LimitReached, offset, "more arrays of events than are read");
        else
            m_otherTraceEvents = true;
    }
    if (m_window.peek() == '{' && depth < kMaxNesting && (m_arrays == 0 || m_first) && !isUnderstoodMetadata(key)) {
        if (level.values.size() < kMaxValues) level.values.push_back({std::move(key), {}, offset});
        Level inner;
        const Step step = object(depth + 1, inner);
        if (inner.hasEvents) { // then what stands beside them is about the trace as well
            level.hasEvents = true;
            level.values.insert(level.values.end(), inner.values.begin(), inner.values.end());
        }
        return step;
    }
    return value(std::move(key), offset, level);
}

TopLevel::Step TopLevel::events(Level& level) {
    level.hasEvents = true;
    ++m_arrays;
    m_window.release();
    return m_readEvents() ? Step::Ok : Step::Stopped;
}

// Either the file is cut off here, or an odd quote made a value swallow what follows it.
TopLevel::Step TopLevel::textEnds(std::uint64_t offset, std::string_view key) {
    if (m_window.isMarked() && nextKnownKey(m_window.ahead(), 1) != kNowhere) return Step::Malformed;
    m_oddities.add(m_endedInString ? OddityKind::Truncated : OddityKind::Unclosed, offset, key);
    return Step::EndOfText;
}

TopLevel::Step TopLevel::value(std::string key, std::uint64_t offset, Level& level) {
    const std::size_t prefix = m_window.isMarked() ? m_window.marked().size() : 0;
    const Step step = skipValue();
    if (step == Step::Swallowed || holdsEvents(key)) return swallowed(prefix, offset, level);
    if (step == Step::EndOfText) return textEnds(offset, key);
    if (step != Step::Ok) return step;
    TopLevelValue kept{std::move(key), {}, offset};
    if (!m_window.isMarked() || m_keptBytes + m_window.marked().size() > kMaxKeptBytes) {
        m_oddities.add(OddityKind::LimitReached, offset, kept.key);
    } else if (const std::string_view json = m_window.marked().substr(prefix); isUnderstoodMetadata(kept.key)) {
        kept.json = json;
        m_keptBytes += json.size();
    } else if (mayHoldSecret(json)) {
        m_oddities.add(OddityKind::SecretHidden, offset, kept.key);
    }
    m_window.unmark();
    if (level.values.size() < kMaxValues) level.values.push_back(std::move(kept));
    return Step::Ok;
}

// Whether the array of events has ended too early: events seem to be in a value that stands behind them.
bool TopLevel::holdsEvents(std::string_view key) const {
    return m_arrays > 0 && m_arrays < limits::kMaxEventArrays && m_window.isMarked() && !isWellKnownTopLevelKey(key) &&
           looksSwallowed(m_window.marked());
}

// From the first of its elements on where the value is an array of objects, else from its key on.
TopLevel::Step TopLevel::swallowed(std::size_t prefix, std::uint64_t offset, Level& level) {
    const std::string_view json = m_window.marked().substr(prefix);
    const std::size_t first = json.find_first_not_of(" \t\r\n", 1);
    const bool isArray = json.starts_with('[') && first != std::string_view::npos && json[first] == '{';
    m_oddities.add(OddityKind::RepairedEvent, offset, "events behind the end of the array");
    m_window.moveTo(isArray ? prefix + first : 0);
    m_window.unmark();
    return events(level);
}

TopLevel::Step TopLevel::skipValue() {
    const char c = m_window.peek();
    if (m_window.atEnd()) return Step::EndOfText;
    if (c == '"') return skipString();
    if (c == '{' || c == '[') return skipContainer();
    if (endsScalar(c)) return Step::Malformed;
    while (!endsScalar(m_window.peek())) m_window.advance();
    m_endedInString = m_window.atEnd(); // a number that is cut is another number
    return m_endedInString ? Step::EndOfText : Step::Ok;
}

TopLevel::Step TopLevel::skipString() {
    m_window.advance();
    for (;;) {
        const char c = m_window.peek();
        m_endedInString = m_window.atEnd();
        if (m_endedInString) return Step::EndOfText;
        m_window.advance();
        if (c == '"') return Step::Ok;
        if (c == '\\' && !m_window.atEnd()) m_window.advance();
    }
}

TopLevel::Step TopLevel::skipContainer() {
    std::uint64_t depth = 0;
    bool isLookedInto = m_arrays == 0;
    do {
        const char c = m_window.peek();
        if (m_window.atEnd()) return Step::EndOfText;
        if (!isLookedInto && m_window.isMarked() && m_window.marked().size() >= kSuspiciousBytes) {
            if (holdsEvents({})) return Step::Swallowed;
            isLookedInto = true;
        }
        if (c == '"') {
            if (const Step step = skipString(); step != Step::Ok) return step;
            continue;
        }
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        m_window.advance();
    } while (depth > 0);
    return Step::Ok;
}

} // namespace lanescope::readers
