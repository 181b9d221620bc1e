// Several ranks laid beside each other: everything that the analyses of ranks start from. A value; any thread.
#pragma once

#include "core/align/alignment.h"
#include "core/align/discovery.h"
#include "core/align/layout.h"
#include "core/align/straggler.h"
#include "core/analysis/table.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

// A sentence about how the records were read, with the file it is about apart, so that it can be told without names.
struct ReadNote {
    std::string before{}, file{}, after{};
    std::string text() const { return before + file + after; }
    std::string nameless() const { return file.empty() ? text() : before + "a file" + after; }
};

struct RankSet {
    std::vector<align::RankRecord> records; // by rank, then as given
    align::Discovery discovery;
    align::Matching matching;
    align::Alignment alignment;
    align::Layout layout;
    std::vector<ReadNote> reading;                           // said with every answer
    std::vector<std::pair<std::string, std::string>> failed; // what could not be read: file, why; with every answer
    std::vector<std::string> labels;                         // of the records; made with the set
    const std::string& label(std::size_t record) const { return labels[record]; }
};

// Without a way of aligning: the default (collective ends where there are any).
RankSet makeRankSet(std::vector<align::RankRecord> records, std::optional<align::AlignBy> by = {});

// Files are called "trace 3" from here on, "rank 1 (trace 3)" where a rank is found twice, and machines not at all: in
// labels and in what is odd about the set. For what is given away. Nothing can be found by its file any more.
void leaveFilesOut(RankSet& set);

struct RankQuestion {
    std::string metric = "step_time";         // of the heat map
    std::optional<std::int64_t> ranksPerNode; // else nodes are told by host names, where they are known
    std::size_t maxRows = 200;                // of lists of single collectives
    std::stop_token stop{};                   // answered with Cancelled, where an analysis takes long
};

struct RankAnswer {
    Json document;
    std::vector<Table> tables;
};

// The analyses of several ranks: one list for the terminal, the window and tests.
struct RankAnalysisInfo {
    std::string_view id;
    std::string_view title;
    Result<RankAnswer> (*run)(const RankSet&, const RankQuestion&) = nullptr;
};
std::span<const RankAnalysisInfo> rankAnalyses();
const RankAnalysisInfo* findRankAnalysis(std::string_view id); // null when there is none

} // namespace lanescope
