// What is said about the straggler, in words and figures: for the window's panel and for reports. Everything comes from
// the report of the alignment (core/align/straggler.h) and the study of the pipeline, as `analyze stragglers` has it;
// nothing else is measured here. Any thread.
#pragma once

#include "core/align/pipeline_study.h"
#include "core/session/ranks/rank_set.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

struct StragglerVerdict {
    enum class Confidence : std::uint8_t { None, Possible, Likely, Confirmed };
    std::optional<std::size_t> record; // none: there is no straggler, or a whole stage of the pipeline is slow
    std::vector<std::size_t> slow;     // the records at fault: the straggler's, or those of the slow stage
    std::optional<std::int64_t> stage; // the slow one of a pipeline
    std::string title;                 // "Rank 2", "Stage 3", "No straggler"
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

// Of a pipeline whose steps were played again (pipeline_study.h) the slow stage or rank, where nobody is named by
// waiting. The short form plays them itself.
StragglerVerdict stragglerVerdict(const RankSet& set, const align::StragglerReport& report,
                                  const std::optional<align::PipelineStudy>& pipeline);
StragglerVerdict stragglerVerdict(const RankSet& set, const align::StragglerReport& report);

} // namespace lanescope
