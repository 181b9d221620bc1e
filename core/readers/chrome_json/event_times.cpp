// Times of an event. The decimal text of ts and of ts + dur is each rounded to ns, half to even; the duration is the
// difference, so events that touch in the text still touch.
#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/phases.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

// Integers from here on cannot be microseconds (3,000 years): 10^17.
constexpr std::size_t kNanosecondDigits = 18;

// Recordings of the builds that did not pad the decimals of ts (18 March to 3 April 2024), which people used for some
// months; Unix time in ns.
constexpr std::int64_t kUnpaddedFrom = 1'710'460'800'000'000'000, kUnpaddedTo = 1'735'689'600'000'000'000;

bool wantsDuration(PhaseKind kind) { return kind == PhaseKind::Slice || kind == PhaseKind::State; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

// A plain number, or one in quotes that fills them.
[[gnu::always_inline]] inline bool simpleTime(const RawValue& v, SimpleTime& out, const char*& end) {
    if (v.tok != Tok::Digit && v.tok != Tok::Minus && v.tok != Tok::Quote) return false;
    end = parseSimpleTime(v.begin, out);
    return end != nullptr && (v.tok != Tok::Quote || end == v.begin + v.size);
}

struct TimeText {
    std::optional<Decimal> value;
    bool isText = false, isHex = false, isNonFinite = false, hasControl = false;
};

TimeText readTime(const RawValue& v) {
    TimeText out;
    if (v.tok == Tok::End || v.tok == Tok::OpenArray || v.tok == Tok::OpenObject) return out;
    const std::string_view text = trimmed(v.isLiteral() ? v.literal() : v.view());
    out.hasControl = v.isLiteral() && std::any_of(text.begin(), text.end(), isControl);
    out.isNonFinite = isNonFiniteWord(text);
    out.isText = v.tok == Tok::Quote && !text.empty();
    out.isHex = isHexNumber(text);
    if (out.isHex) {
        if (const auto number = parseInteger(text)) out.value = Decimal::parse(std::to_string(*number));
    } else {
        out.value = Decimal::parse(text);
    }
    return out;
}

} // namespace

void EventWriter::setDuration(RawEvent& event, std::int64_t end) {
    if (__builtin_sub_overflow(end, event.ts, &event.dur)) event.dur = end < event.ts ? INT64_MIN + 1 : INT64_MAX;
    if (event.dur < 0) note(OddityKind::NegativeDur);
}

void EventWriter::checkFraction(const SimpleTime& time, const char* end) {
    if (time.ns < kUnpaddedFrom || time.ns >= kUnpaddedTo) return;
    if (time.decimals == 3) {
        m_fractions->endInZero += end[-1] == '0' ? 1 : 0;
        return;
    }
    ++m_fractions->unpadded;
    if (m_fractions->samples.size() < OddityList::kMaxSamples)
        m_fractions->samples.push_back(m_batch->textOffset + m_offset);
}

bool EventWriter::times(const EventFields& fields, PhaseKind kind, RawEvent& event) {
    const RawValue& tsText = fields[EventKey::Ts];
    SimpleTime ts, dur;
    const char *tsEnd = nullptr, *durEnd = nullptr;
    if (!simpleTime(tsText, ts, tsEnd)) return exactTimes(fields, event);
    const bool hasDur = fields.has(EventKey::Dur) && wantsDuration(kind);
    const RawValue& durText = fields[EventKey::Dur];
    if (hasDur && !simpleTime(durText, dur, durEnd)) return exactTimes(fields, event);
    if (ts.digits >= 16 && ts.decimals != 0) checkFraction(ts, tsEnd);
    if (tsText.tok == Tok::Quote) note(OddityKind::TsIsString);
    event.ts = ts.ns;
    if (hasDur) {
        if (durText.tok == Tok::Quote) note(OddityKind::DurIsString);
        std::int64_t end = 0;
        if (__builtin_add_overflow(ts.ns, dur.ns, &end)) end = dur.ns < 0 ? INT64_MIN + 1 : INT64_MAX;
        setDuration(event, end);
    } else if (kind == PhaseKind::Slice) {
        note(OddityKind::MissingDur, fields[EventKey::Name].text());
    }
    return true;
}

bool EventWriter::exactTimes(const EventFields& fields, RawEvent& event) {
    const TimeText ts = readTime(fields[EventKey::Ts]);
    if (ts.hasControl) meetControl();
    if (ts.isText && ts.value) note(OddityKind::TsIsString);
    if (ts.isHex && ts.isText) note(OddityKind::HexNumber); // without quotes the walker says so
    if (!ts.value) {
        note(OddityKind::MissingTs, fields[EventKey::Name].text());
        return false;
    }
    const bool isNs = ts.value->isInteger() && ts.value->digits.size() >= kNanosecondDigits;
    const int shift = isNs ? 0 : 3;
    const std::optional<std::int64_t> begin = ts.value->rounded(shift);
    if (!begin) {
        note(OddityKind::NumberOutOfRange, fields[EventKey::Ts].text());
        return false;
    }
    if (isNs) note(OddityKind::TimeInNanoseconds);
    event.ts = *begin;
    if (!wantsDuration(phaseKind(event.phase))) return true;
    const TimeText dur = readTime(fields[EventKey::Dur]);
    if (dur.hasControl) meetControl();
    if (dur.isText && dur.value) note(OddityKind::DurIsString);
    if (dur.isHex && dur.isText) note(OddityKind::HexNumber);
    if (dur.isNonFinite && fields[EventKey::Dur].tok == Tok::Quote) note(OddityKind::NonfiniteNumber);
    if (!dur.value) {
        if (phaseKind(event.phase) == PhaseKind::Slice) note(OddityKind::MissingDur, fields[EventKey::Name].text());
        return true;
    }
    const std::optional<std::int64_t> end = (*ts.value + *dur.value).rounded(shift);
    if (!end) note(OddityKind::NumberOutOfRange, fields[EventKey::Dur].text());
    setDuration(event, end ? *end : dur.value->negative ? INT64_MIN + 1 : INT64_MAX);
    return true;
}

} // namespace lanescope::readers
