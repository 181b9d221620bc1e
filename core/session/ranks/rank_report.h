// The review report of several ranks: who keeps the others waiting and why, how the clocks were laid together, ranks by
// steps as heat maps, the four numbers per rank and step, collectives, findings by rank, pictures of the evidence; two
// jobs before and after; and one table for a pull request. Plain blocks (core/report/document.h). Any thread.
//
//   auto numbers = reviewRanks(sources, set, findings, load, &names, context);
//   report::Document page = rankReview({set, std::move(*numbers), ...});
#pragma once

#include "core/analysis/findings/find_findings.h"
#include "core/analysis/four_numbers.h"
#include "core/export/redact.h"
#include "core/report/document.h"
#include "core/report/review.h"
#include "core/session/ranks/alignment_text.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

struct RankReview { // of one record; a summary has neither
    std::optional<TraceReport> numbers;
    std::optional<FindingsResult> findings;
    std::vector<report::EvidencePlace> places; // of its costliest findings
    RankTime begin{};                          // of its trace: where offsets of pictures count from
    std::uint64_t events = 0;
};

// Each trace behind the records, one after the other; those that cannot be read are left empty. All of them stay in
// memory until findings know who waits for whom, while they have less than 8 million slices together; beyond that one
// at a time, and each rank's findings are its own. `names` (may be null) learns what is to be left out. Error:
// Cancelled, at once: an index that is being written is given up.
Result<std::vector<RankReview>> reviewRanks(std::span<const RankSource> sources, const RankSet& set,
                                            const FindingOptions& findings, const LoadOptions& load, Redactor* names,
                                            RunContext& context);

// A finding as several ranks have it.
struct SharedFinding {
    const Finding* worst = nullptr; // where it costs most per step
    std::size_t record = 0;         // there
    const FindingsResult* of = nullptr;
    std::vector<std::size_t> records; // all that have it
    std::int64_t leastNs = 0, mostNs = 0;
};
// Most costly first; healthy ones last.
std::vector<SharedFinding> sharedFindings(std::span<const RankReview> ranks);

struct RankReviewInput {
    const RankSet& set;
    std::vector<RankReview> ranks; // by record
    GapThresholds thresholds;
    std::string title;                                       // of the job; empty: none is told
    std::string event;                                       // by whose start the clocks were laid together
    std::vector<std::int64_t> shiftedNs;                     // by hand, by record; empty: none was
    std::vector<std::pair<std::string, std::string>> failed; // file, why
    // Replaces names of machines and people; null: names stay as in the traces. Files are named as the set names them:
    // see leaveFilesOut().
    const Redactor* leftOut = nullptr;
    std::vector<report::Picture> overview = {};                         // of the timelines
    std::vector<std::pair<std::string, report::Picture>> evidence = {}; // by signature id
    std::string words(std::string_view text) const { return leftOut ? (*leftOut)(text) : std::string(text); }
    bool keepsNames() const { return leftOut == nullptr; }
};

report::Document rankReview(const RankReviewInput& input);
report::Document rankBeforeAfter(const RankReviewInput& before, const RankReviewInput& after);
std::string rankPullRequestTable(const RankReviewInput& input);
std::string rankPullRequestTable(const RankReviewInput& before, const RankReviewInput& after);

// "rank 2"; of records without a rank the file's name, or "trace 3".
std::string rankName(const RankReviewInput& input, std::size_t record);

} // namespace lanescope
