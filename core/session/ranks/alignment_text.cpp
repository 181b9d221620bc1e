#include "core/session/ranks/alignment_text.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr double kToldDriftPpm = 0.05;

std::string nameOf(const RankSet& set, std::size_t record) {
    const std::string label = set.label(record);
    const bool number = !label.empty() && label.find_first_not_of("0123456789") == std::string::npos;
    return number ? "rank " + label : label.substr(label.find_last_of('/') + 1);
}

// "rank 1 +1.204 ms, rank 2 -318.6 us"
std::string listOf(const RankSet& set, std::span<const std::size_t> records, std::size_t most,
                   const std::vector<std::int64_t>& ns) {
    std::string out;
    std::size_t told = 0;
    for (const std::size_t r : records) {
        if (ns[r] == 0) continue;
        if (told++ == most)
            return out + fmt::format(" and {} more", std::count_if(records.begin(), records.end(),
                                                                   [&](std::size_t other) { return ns[other] != 0; }) -
                                                         static_cast<std::ptrdiff_t>(most));
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", nameOf(set, r), formatOffset(ns[r]));
    }
    return out;
}

std::string driftText(const align::Alignment& alignment) {
    double most = 0;
    for (const align::RankClockFit& clock : alignment.ranks) most = std::max(most, std::abs(clock.drift) * 1e6);
    return most < kToldDriftPpm ? std::string(", no drift") : fmt::format(", drift up to {:.1f} ppm removed", most);
}

} // namespace

std::string alignedByText(const align::Alignment& alignment, const std::string& event) {
    switch (alignment.by) {
    case align::AlignBy::CollectiveEnds:
        return "collective ends";
    case align::AlignBy::StepStart:
        return "step starts";
    case align::AlignBy::Event:
        return event.empty() ? std::string("the start of a chosen event") : fmt::format("the first start of {}", event);
    case align::AlignBy::None:
        break;
    }
    return "base times of the files only";
}

std::vector<std::string> alignmentSentences(const RankSet& set, const AlignmentWords& words) {
    const align::Alignment& alignment = set.alignment;
    std::vector<std::string> out;
    std::vector<std::size_t> shown(words.shown.begin(), words.shown.end());
    if (shown.empty())
        for (std::size_t r = 0; r < set.records.size(); ++r) shown.push_back(r);
    if (alignment.by == align::AlignBy::None) {
        out.push_back(align::onOneClock(set.records) ? "All ranks come from one file and one clock."
                                                     : "Clocks: base times of the files only, not aligned.");
    } else {
        out.push_back(fmt::format("Clocks laid together by {}, reference {}: residual {}{}.",
                                  alignedByText(alignment, words.event), nameOf(set, alignment.reference),
                                  formatDuration(alignment.residualNs, Precision::Slice), driftText(alignment)));
        std::vector<std::int64_t> offsets;
        for (const align::RankClockFit& clock : alignment.ranks) offsets.push_back(clock.offsetNs);
        std::string list = listOf(set, shown, words.mostOffsets, offsets);
        if (!list.empty() && shown.size() > words.mostOffsets + 1) {
            std::int64_t most = 0;
            for (const std::int64_t offset : offsets) most = std::max(most, std::abs(offset));
            list += ", at most " + formatDuration(most);
        }
        out.push_back(list.empty() ? std::string("Offsets removed: none.") : "Offsets removed: " + list + ".");
        std::string loose;
        for (std::size_t r = 0; r < alignment.ranks.size() && loose.size() < 200; ++r)
            if (!alignment.ranks[r].aligned && r != alignment.reference)
                loose += (loose.empty() ? "" : ", ") + nameOf(set, r);
        if (!loose.empty()) out.push_back("Not tied to the others, base time used: " + loose + ".");
    }
    const std::vector<std::int64_t> shifted(words.shiftedNs.begin(), words.shiftedNs.end());
    if (shifted.size() != set.records.size()) return out;
    const std::string byHand = listOf(set, shown, std::max<std::size_t>(16, words.mostOffsets), shifted);
    if (!byHand.empty()) out.push_back("Of it shifted by hand: " + byHand + ".");
    return out;
}

std::vector<std::string> matchingSentences(const RankSet& set) {
    std::vector<std::string> out;
    std::size_t bySeq = 0, parts = 2 * set.matching.pairs.size();
    for (const align::MatchedCollective& c : set.matching.collectives) {
        bySeq += c.by == align::MatchedBy::Seq ? 1 : 0;
        parts += c.parts.size();
    }
    const auto count = [](std::size_t n) { return formatCount(static_cast<std::int64_t>(n)); };
    const std::size_t all = set.matching.collectives.size();
    const char* how = bySeq == all ? "by group and sequence number" : bySeq == 0 ? "by order" : "by number or order";
    if (all > 0)
        out.push_back(fmt::format("{} collectives matched {}; {} of {} communication kernels have a partner.",
                                  count(all), how, count(parts), count(parts + set.matching.unmatched.size())));
    else
        out.emplace_back("No collective was recorded by two of these ranks.");
    if (set.discovery.missingCount > 0) {
        std::string list;
        for (std::size_t i = 0; i < set.discovery.missing.size() && i < 8; ++i)
            list += fmt::format("{}{}", i ? ", " : "", set.discovery.missing[i]);
        out.push_back(fmt::format("Missing: {} rank{} ({}{}).", set.discovery.missingCount,
                                  set.discovery.missingCount == 1 ? "" : "s", list,
                                  set.discovery.missingCount > 8 ? ", ..." : ""));
    }
    for (const align::Discovery::Twice& twice : set.discovery.twice)
        if (out.size() < 6) out.push_back(fmt::format("Rank {} was found twice: the first file counts.", twice.rank));
    return out;
}

} // namespace lanescope
