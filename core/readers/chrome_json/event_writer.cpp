#include "core/readers/chrome_json/event_writer.h"

#include "core/readers/chrome_json/metadata.h"
#include "core/readers/chrome_json/object_scanner.h"
#include "core/readers/chrome_json/unescape.h"

#include <algorithm>
#include <charconv>

namespace lanescope::readers {

void EventWriter::noteAt(OddityKind kind, std::uint32_t offset, std::string_view detail) {
    // Details are shown, on one line: broken elements may hold what must never be.
    std::string line(mayHoldSecret(detail) ? std::string_view("not shown: it may hold a secret") : cutText(detail, 80));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    m_notes.push_back({kind, offset, std::move(line)});
}

void EventWriter::handOverNotes() {
    for (const Note& n : m_notes) m_batch->oddities.add(n.kind, m_batch->textOffset + n.offset, n.detail);
    m_notes.clear();
    m_noteMark = 0;
}

void EventWriter::abandon() {
    m_notes.erase(m_notes.begin() + static_cast<std::ptrdiff_t>(m_noteMark), m_notes.end());
    discard();
}

void EventWriter::noteTextFlags(std::uint32_t number) {
    const std::uint8_t flags = m_strings.flags(number);
    if (flags == 0) return;
    const std::string_view text = m_strings.text(number);
    if (flags & kTextBadEscape) note(OddityKind::BadEscape, text);
    if (flags & kTextControl) meetControl();
    if (flags & kTextCut) note(OddityKind::LimitReached, "text longer than a name may be");
    // kTextBadUtf8 is noted from the event's bytes: see Walker::checkBytes.
}

// A number or word to its end, which a control character inside of it is not.
std::string_view EventWriter::literalOf(const RawValue& value) {
    const std::string_view text = value.literal();
    if (std::any_of(text.begin(), text.end(), isControl)) meetControl();
    return text;
}

// Of a number that is not used: why. Whole numbers are wanted where others may stand.
void EventWriter::noteIfNoNumber(std::string_view literal) {
    if (std::any_of(literal.begin(), literal.end(), isControl)) return meetControl();
    if (Decimal::parse(literal) || isNonFiniteWord(literal)) return;
    const std::size_t e = literal.find_first_of("eE"); // a sound exponent that is not read is a large one
    const bool isTooLarge = e != std::string_view::npos && Decimal::parse(literal.substr(0, e)) &&
                            Decimal::parse(literal.substr(e + 1)) && literal.find('.', e) == std::string_view::npos;
    note(isTooLarge ? OddityKind::NumberOutOfRange : OddityKind::RepairedEvent, literal);
}

void EventWriter::discard() {
    m_batch->args.resize(m_argMark);
    m_strings.rollback(m_stringMark);
}

void EventWriter::replaceArg(ArgCode code, std::int64_t value) {
    note(OddityKind::DuplicateKey, info(static_cast<ArgField>(code)).key);
    for (std::size_t i = m_argMark; i < m_batch->args.size(); ++i)
        if (m_batch->args[i].field == static_cast<ArgField>(code)) m_batch->args[i].value = value;
}

void EventWriter::noteSecondId(ArgCode code) {
    note(OddityKind::DuplicateKey, code == kArgCorrelation ? "correlation" : "External id");
}

void EventWriter::argText(ArgCode code, const RawValue& value) {
    if (value.tok == Tok::Null || value.isNeverClosed()) return;
    const bool isJson = value.tok == Tok::OpenArray || value.tok == Tok::OpenObject;
    putArg(code, textOf(value, isJson ? RawKind::Json : RawKind::Text));
}

// Integers in quotes, negative, of 2^63 and more, or written as 7.0; anything else is left out.
void EventWriter::argOdd(ArgCode code, const RawValue& value) {
    if (value.tok != Tok::Digit && value.tok != Tok::Minus && value.tok != Tok::Quote) return;
    if (value.isNeverClosed()) return; // the event will be refused
    const std::string_view text = value.isLiteral() ? value.literal() : value.view();
    if (const auto number = parseInteger(text)) {
        if (code >= kArgCorrelation && *number < 0) return; // -1: none
        argNumber(code, *number);
    } else if (const auto large = parseUnsigned(text)) {
        if (code >= kArgCorrelation) return argNumber(code, static_cast<std::int64_t>(*large));
        note(OddityKind::NumberOutOfRange, text);
    } else if (value.isLiteral()) {
        noteIfNoNumber(text);
    }
}

void EventWriter::elementWithoutPhase(const EventFields& fields) {
    ++m_batch->counts.empty;
    note(OddityKind::EmptyElement, fields[EventKey::Name].text());
    discard();
}

void EventWriter::commit(const EventFields& fields) {
    const RawValue& phaseText = fields[EventKey::Phase];
    if (phaseText.tok != Tok::Quote) return elementWithoutPhase(fields);
    const PhaseKind kind = phaseKind(fields.phase);
    ++m_batch->counts.byPhase[static_cast<unsigned char>(fields.phase) & 127u];
    if (kind == PhaseKind::Metadata) return metadata(fields);
    if (kind == PhaseKind::Unknown) {
        note(OddityKind::UnknownPhase, phaseText.view());
        return discard();
    }
    // Written in place: copying it there would wait for its parts to be stored.
    const auto index = static_cast<std::uint32_t>(m_batch->events.size());
    RawEvent& event = m_batch->events.emplace_back();
    event.phase = fields.phase;
    event.offset = m_offset;
    if (!times(fields, kind, event)) {
        ++m_batch->counts.dropped;
        m_batch->events.pop_back();
        return discard();
    }
    if (fields.has(EventKey::Category)) event.category = categoryOf(fields[EventKey::Category]);
    event.name = kind == PhaseKind::Counter ? counterName(fields) : textOf(fields[EventKey::Name]);
    event.thread = threadOf(fields);
    if (kind == PhaseKind::Counter) counterValues(fields, index);
    event.correlation = m_correlation;
    event.externalId = m_externalId;
    if (kind == PhaseKind::HasId || kind == PhaseKind::State) identify(fields, event);
    constexpr std::uint32_t kRare = ~((1u << static_cast<unsigned>(EventKey::Id2)) - 1u);
    if (fields.present & kRare) rareFields(fields, event);
}

void EventWriter::metadata(const EventFields& fields) {
    discard(); // arguments of metadata are no typed ones
    struct Meaning {
        std::string_view name, key;
        RawThreadMeta::Kind kind;
    };
    using Kind = RawThreadMeta::Kind;
    static constexpr Meaning kMeanings[] = {{"process_name", "name", Kind::ProcessName},
                                            {"process_labels", "labels", Kind::ProcessLabels},
                                            {"process_sort_index", "sort_index", Kind::ProcessSortIndex},
                                            {"thread_name", "name", Kind::ThreadName},
                                            {"thread_sort_index", "sort_index", Kind::ThreadSortIndex}};
    const std::string_view name = fields[EventKey::Name].view();
    const auto* meaning =
        std::find_if(std::begin(kMeanings), std::end(kMeanings), [&](const Meaning& m) { return m.name == name; });
    if (meaning == std::end(kMeanings) || fields[EventKey::Args].tok != Tok::OpenObject) return;
    ObjectScanner members(fields[EventKey::Args].view());
    std::string_view key;
    for (RawValue value; members.next(key, value);) {
        if (key != meaning->key) continue;
        RawThreadMeta meta{meaning->kind, 0, 0, 0};
        if (meaning->key == "sort_index") {
            const auto index = parseInteger(value.view());
            if (!index) continue;
            meta.sortIndex = *index;
        }
        meta.thread = threadOf(fields);
        if (meaning->key != "sort_index") meta.text = textOf(value);
        m_batch->threadMeta.push_back(meta);
    }
}

// Counters of one name and different ids are different counters: the id becomes part of the name.
std::uint32_t EventWriter::counterName(const EventFields& fields) {
    const std::uint32_t name = textOf(fields[EventKey::Name]);
    if (!fields.has(EventKey::Id)) return name;
    std::string withId(fields[EventKey::Name].text());
    const RawValue& id = fields[EventKey::Id];
    withId.append("[").append(id.isLiteral() ? literalOf(id) : id.view()).append("]");
    return m_strings.intern(withId);
}

void EventWriter::counterValues(const EventFields& fields, std::uint32_t event) {
    m_batch->args.resize(m_argMark); // arguments of counters are series, no typed ones
    m_correlation = m_externalId = 0;
    if (fields[EventKey::Args].tok != Tok::OpenObject) return;
    ObjectScanner members(fields[EventKey::Args].view());
    std::string_view key;
    for (RawValue value; members.next(key, value);) {
        const std::string_view text = value.view();
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || !(number - number == 0)) {
            if (value.isNumber()) noteIfNoNumber(text);
            continue;
        }
        m_batch->counterValues.push_back({event, m_strings.intern(key), number});
    }
}

void FractionStats::merge(const FractionStats& later) {
    unpadded += later.unpadded;
    endInZero += later.endInZero;
    for (const std::uint64_t offset : later.samples)
        if (samples.size() < OddityList::kMaxSamples) samples.push_back(offset);
}

} // namespace lanescope::readers
