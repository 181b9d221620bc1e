// Strange input that did not stop the load: declared kinds, counted exactly, the first few with their place.
// The word of a kind is a stable machine name, printed by `info --oddities` and `facts`.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class OddityKind : std::uint8_t {
    BadEscape,
    BadEvent,
    BadMetadata,
    Bom,
    ControlChar,
    DuplicateKey,
    DurIsString,
    GzipTruncated,
    HexNumber,
    ImplausibleTime,
    InvalidUtf8,
    MissingDur,
    MissingTs,
    NegativeDur,
    NonfiniteNumber,
    NotGzip,
    TrailingComma,
    TrailingData,
    Truncated,
    TsIsString,
    Unclosed,
    UnescapedQuote,
    UnmatchedBegin,
    UnmatchedEnd,
    Utf16,
    // beyond the words of the cases
    UnknownPhase,       // phases without a meaning here; counted, nothing lost
    PhaseWithoutRow,    // phases that are known but have no row of their own
    NotAnObject,        // array elements that are no objects
    EmptyElement,       // {} or no ph
    AmbiguousFraction,  // ts with 1 or 2 decimals, from builds of March 2024
    TimeInNanoseconds,  // integer ts of 1e17 or more, read as ns
    LostRecords,        // log lines of the profiler that tell of dropped records
    KernelBeforeLaunch, // clock fault: work that starts before its call
    CheckFailed,        // checksum of the compressed data does not match
    LimitReached,       // a limit against hostile input cut something, listed
    DeepNesting,        // value nested deeper than is read
    NumberOutOfRange,   // time or id that does not fit 64 bits
    SecretHidden,       // metadata that looks like a secret is not shown
    OutlivesParent,     // python frame drawn cut at the end of its parent
    MissingComma,       // two elements without a comma between them
    RepairedEvent,      // element with broken syntax whose fields could still be read
    Count_
};

enum class Severity : std::uint8_t {
    Strange,  // nothing lost
    Repaired, // read as was surely meant
    Missing,  // something is not there
};

struct OddityInfo {
    OddityKind kind;
    std::string_view word;
    Severity severity;
    std::string_view title;  // what was found, as a person would say it
    std::string_view effect; // what it means for the numbers
};
// One row a kind, in the order of the enumerators.
const std::array<OddityInfo, static_cast<std::size_t>(OddityKind::Count_)>& oddityTable();
const OddityInfo& info(OddityKind kind);

struct OdditySample {
    std::uint64_t offset = 0; // byte offset in the decompressed text (in the file when it is about compression)
    std::string detail;       // short, printable, at most 200 bytes
};

struct OddityEntry {
    OddityKind kind{};
    std::uint64_t count = 0;
    std::vector<OdditySample> samples; // the first by offset, at most kMaxSamples
};

// Collects oddities of one load. Not thread-safe by itself: each producer has its own and they are merged in file
// order, so the result does not depend on the number of threads.
class OddityList {
public:
    static constexpr std::size_t kMaxSamples = 8;
    void add(OddityKind kind, std::uint64_t offset, std::string_view detail = {}, std::uint64_t count = 1);
    void addCount(OddityKind kind, std::uint64_t count); // more of a kind, without samples
    void merge(const OddityList& other);
    std::uint64_t countOf(OddityKind kind) const;
    std::uint64_t total() const;
    bool empty() const { return m_entries.empty(); }
    const std::vector<OddityEntry>& entries() const { return m_entries; } // sorted by kind
    void clear() { m_entries.clear(); }

private:
    OddityEntry& entry(OddityKind kind);
    std::vector<OddityEntry> m_entries;
};

} // namespace lanescope
