#include "core/export/table.h"
#include "core/session/ranks/rank_report_parts.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace lanescope::ranks {
namespace {

using report::Document;
using report::Grid;
using report::Heading;
using report::Sentence;

constexpr std::size_t kMostCollectives = 12, kMostKinds = 16;

Grid gridOf(const Table& table, std::initializer_list<std::string_view> ids, std::size_t words, std::size_t most) {
    Grid out{{}, {}, words};
    std::vector<std::vector<std::string>> cells;
    for (const std::string_view id : ids)
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (table.columns[c].id == id) {
                out.heads.push_back(table.columns[c].title);
                cells.push_back(formatCells(table, c));
            }
    for (std::size_t r = 0; r < table.rows.size() && r < most; ++r) {
        auto& row = out.rows.emplace_back();
        for (const auto& column : cells) row.push_back(column[r]);
    }
    return out;
}

// Rows with the largest figure in this column first; of equal ones as they were.
void sortBy(Table& table, std::string_view id) {
    const auto column = static_cast<std::size_t>(
        std::find_if(table.columns.begin(), table.columns.end(), [&](const auto& c) { return c.id == id; }) -
        table.columns.begin());
    const auto figure = [column](const auto& row) {
        const auto* ns = column < row.size() ? std::get_if<std::int64_t>(&row[column]) : nullptr;
        return ns ? *ns : 0;
    };
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [&](const auto& a, const auto& b) { return figure(a) > figure(b); });
}

struct TablePart {
    std::string_view id, sentence;
    std::initializer_list<std::string_view> columns;
    std::size_t words = 0, most = 0;
    const char* rest = ""; // what the rows are that are left out
    std::string_view sortedBy = {};
};

void addPart(Table& table, const TablePart& part, Document& out) {
    if (!part.sortedBy.empty()) sortBy(table, part.sortedBy);
    out.blocks.push_back(Sentence{std::string(part.sentence)});
    out.blocks.push_back(gridOf(table, part.columns, part.words, part.most));
    addMore(table.rows.size(), std::min(table.rows.size(), part.most), part.rest, out);
}

} // namespace

void addCollectives(const RankReviewInput& input, Document& out) {
    const RankAnalysisInfo* info = findRankAnalysis("collectives");
    const align::Matching& matching = input.set.matching;
    if (!info || (matching.collectives.empty() && matching.pairs.empty())) return;
    RankQuestion question;
    question.maxRows = SIZE_MAX;
    auto answer = info->run(input.set, question);
    if (!answer.ok()) return;
    const TablePart parts[] = {{"collectives",
                                "Those in which the ranks waited longest:",
                                {"kind", "group", "seq", "last", "mean_wait_ns", "max_wait_ns", "transfer_ns", "bytes",
                                 "bus_bytes_per_s", "exposed_ns"},
                                2,
                                kMostCollectives,
                                "collectives",
                                "mean_wait_ns"},
                               {"collective_kinds",
                                "By group, kind and size:",
                                {"group", "kind", "bytes", "count", "transfer_ns", "transfer_median_ns", "mean_wait_ns",
                                 "bus_median_bytes_per_s"},
                                2,
                                kMostKinds,
                                "sizes"},
                               {"pairs",
                                "Sends and receives in which the receiver waited longest:",
                                {"from", "to", "bytes", "send_ns", "recv_ns", "recv_wait_ns", "matched_by"},
                                2,
                                kMostCollectives,
                                "pairs",
                                "recv_wait_ns"}};
    out.blocks.push_back(Heading{2, "Collectives"});
    for (Table& table : answer->tables)
        for (const TablePart& part : parts)
            if (table.id == part.id && !table.rows.empty()) addPart(table, part, out);
}

} // namespace lanescope::ranks
