#include "core/base/oddity.h"

#include "core/base/check.h"

#include <algorithm>

namespace lanescope {
namespace {

using enum OddityKind;
using enum Severity;

constexpr std::array<OddityInfo, static_cast<std::size_t>(Count_)> kTable{{
    {BadEscape, "bad_escape", Repaired, "backslash that starts no JSON escape", "none: the backslash is kept as text"},
    {BadEvent, "bad_event", Missing, "element that could not be read", "the element is in no figure"},
    {BadMetadata, "bad_metadata", Missing, "value beside the events that could not be read",
     "none on times; the value is not shown"},
    {Bom, "bom", Repaired, "byte order mark at the start", "none"},
    {ControlChar, "control_char", Repaired, "raw control character inside a string or number",
     "a text keeps it; a number with one is not used"},
    {DuplicateKey, "duplicate_key", Strange, "key that stands twice in one object", "the last value counts"},
    {DurIsString, "dur_is_string", Repaired, "duration written as text", "none: it is read as a number"},
    {GzipTruncated, "gzip_truncated", Missing, "compressed data ends early", "everything after the cut is missing"},
    {HexNumber, "hex_number", Repaired, "number in hexadecimal", "none: it is read"},
    {ImplausibleTime, "implausible_time", Missing, "time that cannot be believed",
     "these slices are in no range and no sum"},
    {InvalidUtf8, "invalid_utf8", Repaired, "bytes that are not UTF-8", "none: they are shown as U+FFFD"},
    {MissingDur, "missing_dur", Repaired, "slice without a duration", "it counts as a slice of no length"},
    {MissingTs, "missing_ts", Missing, "event without a time", "the event is in no figure"},
    {NegativeDur, "negative_dur", Missing, "negative duration", "these slices are in no range and no sum"},
    {NonfiniteNumber, "nonfinite_number", Repaired, "NaN or Infinity where a number belongs", "the value is not used"},
    {NotGzip, "not_gzip", Strange, "name says compressed, content is not", "none"},
    {TrailingComma, "trailing_comma", Repaired, "comma before a closing bracket", "none"},
    {TrailingData, "trailing_data", Strange, "data after the end of the trace",
     "a trace of the same rank is read too, anything else is not"},
    {Truncated, "truncated", Missing, "file ends in the middle", "everything after the cut is missing"},
    {TsIsString, "ts_is_string", Repaired, "time written as text", "none: it is read as a number"},
    {Unclosed, "unclosed", Repaired, "closing brackets are missing", "none: all events are there"},
    {UnescapedQuote, "unescaped_quote", Repaired, "quote inside a string without a backslash",
     "the event's text may be incomplete"},
    {UnmatchedBegin, "unmatched_begin", Repaired, "begin without an end", "the slice runs to the end of the trace"},
    {UnmatchedEnd, "unmatched_end", Missing, "end without a begin", "it draws nothing"},
    {Utf16, "utf16", Repaired, "UTF-16 text", "none: it is converted"},
    {UnknownPhase, "unknown_phase", Missing, "phase without a known meaning", "these events draw nothing"},
    {PhaseWithoutRow, "phase_without_row", Strange, "phase that has no row of its own", "none on figures"},
    {NotAnObject, "not_an_object", Missing, "element of traceEvents that is no object", "it draws nothing"},
    {EmptyElement, "empty_element", Strange, "element without a phase", "none"},
    {AmbiguousFraction, "ambiguous_fraction", Strange, "time with one or two decimals",
     "builds of March 2024 wrote .5 for 5 ns; it is read as 500 ns"},
    {TimeInNanoseconds, "time_in_nanoseconds", Repaired, "whole number too large for microseconds", "it is read as ns"},
    {LostRecords, "lost_records", Missing, "the profiler says that it dropped records", "figures may be too low"},
    {KernelBeforeLaunch, "kernel_before_launch", Strange, "GPU work that starts before its launch call",
     "launch delays of these are negative: clock fault"},
    {CheckFailed, "check_failed", Strange, "checksum does not match the data", "content may be damaged"},
    {LimitReached, "limit_reached", Missing, "limit against hostile input reached",
     "what is beyond the limit is missing"},
    {DeepNesting, "deep_nesting", Strange, "value nested very deeply", "none: the value is not looked into"},
    {NumberOutOfRange, "number_out_of_range", Missing, "number that does not fit", "the value is not used"},
    {SecretHidden, "secret_hidden", Strange, "metadata that may hold a secret", "none: the value is never shown"},
    {OutlivesParent, "outlives_parent", Strange, "python frame that ends after its caller",
     "drawn cut at the caller's end"},
    {MissingComma, "missing_comma", Repaired, "no comma between two elements", "none"},
    {RepairedEvent, "repaired_event", Repaired, "element with broken syntax whose fields could be read",
     "its details may be incomplete"},
}};

constexpr bool tableIsInOrder() {
    for (std::size_t i = 0; i < kTable.size(); ++i)
        if (static_cast<std::size_t>(kTable[i].kind) != i) return false;
    return true;
}
static_assert(tableIsInOrder(), "one row a kind, in the order of the enumerators");

} // namespace

const std::array<OddityInfo, static_cast<std::size_t>(OddityKind::Count_)>& oddityTable() { return kTable; }
const OddityInfo& info(OddityKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

OddityEntry& OddityList::entry(OddityKind kind) {
    auto it = std::lower_bound(m_entries.begin(), m_entries.end(), kind,
                               [](const OddityEntry& e, OddityKind k) { return e.kind < k; });
    if (it == m_entries.end() || it->kind != kind) it = m_entries.insert(it, OddityEntry{kind, 0, {}});
    return *it;
}

void OddityList::add(OddityKind kind, std::uint64_t offset, std::string_view detail, std::uint64_t count) {
    OddityEntry& found = entry(kind);
    found.count += count;
    if (found.samples.size() < kMaxSamples) found.samples.push_back({offset, std::string(detail.substr(0, 200))});
}

void OddityList::addCount(OddityKind kind, std::uint64_t count) {
    if (count > 0) entry(kind).count += count;
}

void OddityList::merge(const OddityList& other) {
    for (const OddityEntry& entry : other.m_entries) {
        auto it = std::lower_bound(m_entries.begin(), m_entries.end(), entry.kind,
                                   [](const OddityEntry& e, OddityKind k) { return e.kind < k; });
        if (it == m_entries.end() || it->kind != entry.kind) {
            m_entries.insert(it, entry);
            continue;
        }
        it->count += entry.count;
        for (const OdditySample& sample : entry.samples)
            if (it->samples.size() < kMaxSamples) it->samples.push_back(sample);
    }
}

std::uint64_t OddityList::countOf(OddityKind kind) const {
    for (const OddityEntry& entry : m_entries)
        if (entry.kind == kind) return entry.count;
    return 0;
}

std::uint64_t OddityList::total() const {
    std::uint64_t sum = 0;
    for (const OddityEntry& entry : m_entries) sum += entry.count;
    return sum;
}

} // namespace lanescope
