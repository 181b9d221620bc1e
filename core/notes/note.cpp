#include "core/notes/note.h"

#include <algorithm>
#include <array>

namespace lanescope::notes {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::Count_)> kKinds{"flag",  "range", "call-out",
                                                                                      "arrow", "box",   "text"};
constexpr std::array<std::string_view, static_cast<std::size_t>(Meaning::Count_)> kMeanings{"remark", "problem",
                                                                                            "suspect", "good", "aside"};

template <class Enum, std::size_t n>
std::optional<Enum> wordIn(const std::array<std::string_view, n>& words, std::string_view word) {
    const auto it = std::find(words.begin(), words.end(), word);
    if (it == words.end()) return std::nullopt;
    return static_cast<Enum>(it - words.begin());
}

std::optional<std::int64_t> correlationOf(const TraceStore& store, SliceId slice) {
    const std::int64_t value = store.slices().correlation.at(slice.value);
    return value == 0 ? std::nullopt : std::optional(value);
}

bool isOnRow(const TraceStore& store, const RowTree& tree, SliceId slice, const std::string& row) {
    if (row.empty()) return true;
    const auto place = tree.placeOf(store, slice);
    return place && tree.row(place->row).key == row;
}

} // namespace

std::string_view kindWord(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view meaningWord(Meaning meaning) { return kMeanings[static_cast<std::size_t>(meaning)]; }
std::optional<Kind> kindFrom(std::string_view word) { return wordIn<Kind>(kKinds, word); }
std::optional<Meaning> meaningFrom(std::string_view word) { return wordIn<Meaning>(kMeanings, word); }

std::string cleanText(std::string_view text) {
    const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U; };
    if (text.size() > kMostBytes) {
        std::size_t end = kMostBytes;
        while (end > 0 && continues(end)) --end;
        text = text.substr(0, end);
    }
    std::string out;
    for (const char c : text)
        if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) out.push_back(c == '\t' ? ' ' : c);
    while (!out.empty() && (out.back() == ' ' || out.back() == '\n')) out.pop_back();
    out.erase(0, std::min(out.find_first_not_of(" \n"), out.size()));
    return out;
}

Anchor anchorOf(const TraceStore& store, const RowTree& tree, SliceId slice) {
    Anchor out;
    if (const auto place = tree.placeOf(store, slice)) out.row = tree.row(place->row).key;
    out.slice = store.name(slice);
    out.correlation = correlationOf(store, slice);
    return out;
}

std::optional<SliceId> sliceOf(const TraceStore& store, const RowTree& tree, const Anchor& anchor, RankTime at) {
    if (anchor.slice.empty()) return std::nullopt;
    std::optional<SliceId> byCorrelation;
    std::size_t sameCorrelation = 0;
    const auto& slices = store.slices();
    const auto name = store.findText(anchor.slice);
    if (!name) return std::nullopt;
    // Lanes are sorted by start: each is looked at where the time is; the way by correlation reads that column only.
    for (const Lane& lane : store.lanes()) {
        const auto starts = slices.start.subspan(lane.firstSlice, lane.sliceCount);
        const auto first = std::lower_bound(starts.begin(), starts.end(), count(at));
        for (auto it = first; it != starts.end() && *it == count(at); ++it) {
            const SliceId slice{lane.firstSlice + static_cast<std::uint32_t>(it - starts.begin())};
            if (store.nameId(slice) != *name || !isOnRow(store, tree, slice, anchor.row)) continue;
            if (!anchor.correlation || correlationOf(store, slice) == anchor.correlation) return slice;
        }
    }
    if (!anchor.correlation) return std::nullopt;
    for (std::uint32_t i = 0; i < slices.start.size(); ++i) {
        const SliceId slice{i};
        if (slices.name[i] != name->value || correlationOf(store, slice) != anchor.correlation) continue;
        if (!isOnRow(store, tree, slice, anchor.row)) continue;
        byCorrelation = slice;
        ++sameCorrelation;
    }
    return sameCorrelation == 1 ? byCorrelation : std::nullopt;
}

} // namespace lanescope::notes
