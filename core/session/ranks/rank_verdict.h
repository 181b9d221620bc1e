// What is said about the straggler, in words and figures: for the window's panel and for reports. Everything comes from
// the report of the alignment (core/align/straggler.h); nothing is measured here. Any thread.
#pragma once

#include "core/session/ranks/rank_set.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

struct StragglerVerdict {
    enum class Confidence : std::uint8_t { None, Possible, Likely, Confirmed };
    std::optional<std::size_t> record; // none: there is no straggler
    std::string title;                 // "Rank 2", "No straggler"
    Confidence confidence = Confidence::None;
    std::string why;  // sentences
    std::string cost; // "6.84 ms per step, 13.1 %"; empty without a straggler
    std::vector<std::pair<std::string, std::string>> evidence;
    // Of each record against the median of the others: what the cause is seen by.
    std::string barsTitle;
    std::vector<std::pair<std::size_t, double>> bars; // record, share above (or below) it
    std::string refute, tries;                        // sentences; empty without a straggler
    std::vector<std::string> said;                    // about this set: ranks, what was left out, doubts
    std::optional<std::int64_t> worstStep;            // where the others wait longest for it
};
std::string_view certaintyWord(StragglerVerdict::Confidence confidence); // "confirmed"

StragglerVerdict stragglerVerdict(const RankSet& set, const align::StragglerReport& report);

} // namespace lanescope
