// Decodes the fields of one event into the batch: times, names, thread, typed arguments, counters, metadata; counts
// elements and notes what is odd. Used by the fast walker and by the tolerant parser alike. One thread.
#pragma once

#include "core/build/event_batch.h"
#include "core/readers/chrome_json/arg_keys.h"
#include "core/readers/chrome_json/event_fields.h"
#include "core/readers/chrome_json/phases.h"
#include "core/readers/chrome_json/string_table.h"
#include "core/readers/chrome_json/thread_table.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::readers {

// Times with one or two decimals, and with three that end in a zero: together the mark of a writer that forgot to pad.
struct FractionStats {
    std::uint64_t unpadded = 0;
    std::uint64_t endInZero = 0;
    std::vector<std::uint64_t> samples; // offsets of the first unpadded ones
    void merge(const FractionStats& later);
};

class EventWriter {
public:
    EventWriter(StringTable& strings, ThreadTable& threads)
        : m_strings(strings), m_threads(threads), m_argKeys(ArgKeys::instance()) {}
    // What follows goes to `batch`; its textOffset is set.
    void attach(RawBatch& batch, FractionStats& fractions) {
        m_batch = &batch;
        m_fractions = &fractions;
    }
    RawBatch& batch() { return *m_batch; }
    const ArgKeys& argKeys() const { return m_argKeys; }

    // An event starts at `offset` (of its '{', from the batch's textOffset): arguments come next, then commit() or
    // discard().
    void begin(std::uint32_t offset) {
        m_offset = offset;
        m_argMark = m_batch->args.size();
        m_stringMark = m_strings.size();
        m_argSet = 0;
        m_correlation = m_externalId = 0;
        m_metControl = false;
        if (m_notes.size() >= kManyNotes) [[unlikely]]
            handOverNotes();
        m_noteMark = m_notes.size();
    }
    void arg(ArgCode code, const RawValue& value) {
        std::int64_t number = 0;
        if (m_argKeys.isText(code)) {
            argText(code, value);
        } else if (value.tok == Tok::Digit && parseSimpleInteger(value.begin, number)) {
            argNumber(code, number);
        } else {
            argOdd(code, value);
        }
    }
    void commit(const EventFields& fields);
    // Takes back everything since begin(), what was noted too: the event will be looked at again.
    void abandon();
    // The string table was rolled back.
    void forgetTexts() { m_recentCategories.fill({}); }
    // Whether a control character stands inside a number or word of this event. That one is not used.
    bool metControl() const { return m_metControl; }
    void meetControl() { m_metControl = true; }
    // Hands what was noted over to the batch; at its end.
    void finishBatch() { handOverNotes(); }

    // An oddity of this event, or of the place `offset` of the batch.
    void note(OddityKind kind, std::string_view detail = {}) { noteAt(kind, m_offset, detail); }
    void noteAt(OddityKind kind, std::uint32_t offset, std::string_view detail = {});
    ElementCounts& counts() { return m_batch->counts; }

private:
    struct Note {
        OddityKind kind;
        std::uint32_t offset;
        std::string detail;
    };
    struct RecentText {
        std::uint64_t head = 0, tail = 0; // first and last bytes
        std::uint32_t size = 0;
        std::uint32_t number = 0;
    };
    static constexpr std::size_t kManyNotes = 64;
    void handOverNotes();
    void discard(); // takes back arguments and texts
    void argNumber(ArgCode code, std::int64_t value) {
        if (code < kArgCorrelation) return putArg(code, value);
        const std::uint64_t bit = std::uint64_t{1} << code;
        if (m_argSet & bit) [[unlikely]]
            noteSecondId(code);
        m_argSet |= bit;
        (code == kArgCorrelation ? m_correlation : m_externalId) = static_cast<std::uint64_t>(value);
    }
    void noteSecondId(ArgCode code);
    void argText(ArgCode code, const RawValue& value);
    void argOdd(ArgCode code, const RawValue& value);
    void putArg(ArgCode code, std::int64_t value) {
        const std::uint64_t bit = std::uint64_t{1} << code;
        if (m_argSet & bit) [[unlikely]]
            return replaceArg(code, value);
        m_argSet |= bit;
        const auto event = static_cast<std::uint32_t>(m_batch->events.size());
        m_batch->args.push_back({event, static_cast<ArgField>(code), value});
    }
    void replaceArg(ArgCode code, std::int64_t value); // the last one counts
    void elementWithoutPhase(const EventFields& fields);
    void metadata(const EventFields& fields);
    void counterValues(const EventFields& fields, std::uint32_t event);
    bool times(const EventFields& fields, PhaseKind kind, RawEvent& event);
    bool exactTimes(const EventFields& fields, RawEvent& event);
    void setDuration(RawEvent& event, std::int64_t end);
    void checkFraction(const SimpleTime& time, const char* end);
    void identify(const EventFields& fields, RawEvent& event);
    void setId(const RawValue& id, RawEvent& event);
    void rareFields(const EventFields& fields, RawEvent& event);
    std::uint32_t counterName(const EventFields& fields);
    std::uint32_t textOf(const RawValue& value, RawKind kind = RawKind::Text) {
        const std::uint32_t number = m_strings.intern(value.isLiteral() ? literalOf(value) : value.view(), kind);
        if (m_strings.anyFlags()) [[unlikely]]
            noteTextFlags(number);
        return number;
    }
    void noteTextFlags(std::uint32_t number);
    std::string_view literalOf(const RawValue& value);
    void noteIfNoNumber(std::string_view literal);
    std::uint32_t threadOf(const EventFields& fields) {
        const std::uint32_t number = m_threads.find(fields[EventKey::Pid], fields[EventKey::Tid]);
        if (m_threads.takeControl()) [[unlikely]]
            m_metControl = true;
        return number;
    }
    // Categories are few and short: the last ones are found without hashing.
    std::uint32_t categoryOf(const RawValue& value) {
        if (value.tok != Tok::Quote || value.size < 4 || value.size > 16) return textOf(value);
        const std::size_t half = value.size < 8 ? 4 : 8;
        const auto part = [&](std::size_t at) { return half == 8 ? load8(value.begin + at) : load4(value.begin + at); };
        const std::uint64_t head = part(0), tail = part(value.size - half);
        RecentText& recent = m_recentCategories[(head + value.size) % m_recentCategories.size()];
        if (recent.head == head && recent.tail == tail && recent.size == value.size &&
            recent.number < m_strings.size() && !m_strings.anyFlags())
            return recent.number;
        recent = {head, tail, value.size, textOf(value)};
        return recent.number;
    }

    StringTable& m_strings;
    ThreadTable& m_threads;
    const ArgKeys& m_argKeys;
    RawBatch* m_batch = nullptr;
    FractionStats* m_fractions = nullptr;
    std::array<RecentText, 16> m_recentCategories{};
    std::uint32_t m_offset = 0;
    bool m_metControl = false;
    std::size_t m_argMark = 0;
    std::uint32_t m_stringMark = 0;
    std::uint64_t m_argSet = 0; // one bit a code
    std::uint64_t m_correlation = 0;
    std::uint64_t m_externalId = 0;
    std::vector<Note> m_notes; // of this batch
    std::size_t m_noteMark = 0;
};

} // namespace lanescope::readers
