// A note that a person left in a trace: a flag at a time, a range, a call-out on a slice, an arrow between two places,
// a box over rows, or free text. It holds on to what it is about by row key, time, name and correlation, never by an
// index, so it survives a new reading of the file. Values; any thread.
#pragma once

#include "core/base/json.h"
#include "core/base/time.h"
#include "core/query/row_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::notes {

enum class Kind : std::uint8_t { Flag, Range, Callout, Arrow, Box, Text, Count_ };
enum class Meaning : std::uint8_t { Remark, Problem, Suspect, Good, Aside, Count_ }; // wears a colour each
std::string_view kindWord(Kind kind);          // as in the file: "flag", "range", "call-out" ...
std::string_view meaningWord(Meaning meaning); // "remark", "problem" ...
std::optional<Kind> kindFrom(std::string_view word);
std::optional<Meaning> meaningFrom(std::string_view word);

// What one end of a note is about, beside its time. All empty: all rows at that time.
struct Anchor {
    std::string row;                         // Row::key: the same row in another reading or another trace
    std::string slice;                       // name, when it is attached to one
    std::optional<std::int64_t> correlation; // of that slice
    friend bool operator==(const Anchor&, const Anchor&) = default;
};

struct Note {
    RankTime begin{}, end{}; // equal: a moment. Of a call-out: its slice. Of an arrow: tail and head (may lie before)
    std::string text;        // UTF-8; line breaks are kept; the first line is the title
    Kind kind = Kind::Flag;
    Meaning meaning = Meaning::Remark;
    Anchor from = {};         // of a box: its first row
    Anchor to = {};           // of an arrow: its head; of a box: its last row
    std::string finding = {}; // id of the signature it was made from; else empty
    Json extra = {};          // members of the file that this version does not know; kept
    bool isSpan() const { return end > begin; }
    RankTime first() const { return begin < end ? begin : end; }
    RankTime last() const { return begin < end ? end : begin; }
    friend bool operator==(const Note&, const Note&) = default;
};
inline constexpr std::size_t kMostNotes = 1000;
inline constexpr std::size_t kMostBytes = 4000; // of a text; cut at a whole letter

// Valid UTF-8 of at most kMostBytes.
std::string cleanText(std::string_view text);

// A note about a slice, or about a moment of a row.
Anchor anchorOf(const TraceStore& store, const RowTree& tree, SliceId slice);
// The slice an end of a note is about: the one of its name that starts at its time on its row; else the only one of its
// name and correlation. None: it is about no slice, or the slice is not in this trace.
std::optional<SliceId> sliceOf(const TraceStore& store, const RowTree& tree, const Anchor& anchor, RankTime at);

} // namespace lanescope::notes
