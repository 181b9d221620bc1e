#include "core/session/ranks/rank_set.h"

#include "core/align/layout_given.h"

#include "core/export/quantity.h"
#include "core/session/ranks/rank_analyses.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

constexpr RankAnalysisInfo kAnalyses[] = {
    {"stragglers", "The rank that others wait for, and why", ranks::stragglers},
    {"collectives", "Collectives across ranks: waiting and transfer", ranks::collectives},
    {"heatmap", "One figure by rank and step", ranks::heatmap},
    {"alignment", "Ranks found, their clocks and the layout of the job", ranks::alignment},
};

std::string_view knownByWord(align::KnownBy by) {
    constexpr std::string_view kWords[] = {"name", "shape", "timeline", "user"};
    return kWords[static_cast<std::size_t>(by)];
}

} // namespace

RankSet makeRankSet(std::vector<align::RankRecord> records, std::optional<align::AlignBy> by) {
    RankSet set;
    set.records = std::move(records);
    std::stable_sort(set.records.begin(), set.records.end(), [](const auto& a, const auto& b) {
        return a.rank && (!b.rank || *a.rank < *b.rank); // those without a rank last
    });
    set.labels = align::labelsOf(set.records);
    set.discovery = align::discover(set.records);
    set.matching = align::matchCollectives(set.records);
    set.alignment =
        align::alignRanks(set.records, set.matching, by.value_or(align::defaultAlignment(set.records, set.matching)));
    set.layout = align::inferLayout(set.records, set.matching);
    return set;
}

void leaveFilesOut(RankSet& set) {
    std::map<std::string, std::string, std::less<>> shown; // several ranks of one file stay of one
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        align::RankRecord& record = set.records[r];
        record.file = shown.try_emplace(record.file, fmt::format("trace {}", r + 1)).first->second;
        record.host.clear();
    }
    set.labels = align::labelsOf(set.records);
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankRecord& record = set.records[r];
        if (record.rank && set.labels[r] == record.file)
            set.labels[r] = fmt::format("rank {} ({})", *record.rank, record.file); // found twice
    }
    set.discovery = align::discover(set.records);
    for (ReadNote& note : set.reading) note = {note.nameless(), {}, {}};
    for (auto& [file, why] : set.failed) file = "a file";
}

std::span<const RankAnalysisInfo> rankAnalyses() { return kAnalyses; }

const RankAnalysisInfo* findRankAnalysis(std::string_view id) {
    for (const RankAnalysisInfo& analysis : kAnalyses)
        if (analysis.id == id) return &analysis;
    return nullptr;
}

namespace ranks {

void addCommon(Json& document, const RankSet& set) {
    Json& ranks = document["ranks"];
    ranks["count"] = set.records.size();
    ranks["world_size"] = set.discovery.worldSize > 0 ? Json(set.discovery.worldSize) : Json();
    ranks["missing"] = Json::array();
    for (const std::int64_t rank : set.discovery.missing) ranks["missing"].push(rank);
    ranks["twice"] = Json::array();
    for (const auto& twice : set.discovery.twice) ranks["twice"].push(twice.rank);
    ranks["without_rank"] = Json::array();
    for (const std::size_t r : set.discovery.withoutRank) ranks["without_rank"].push(set.records[r].file);
    ranks["mixed"] = Json::array();
    for (const std::string& sign : set.discovery.mixed) ranks["mixed"].push(sign);
    ranks["not_whole"] = Json::array();
    for (const std::string& loss : align::lossesOf(set.records)) ranks["not_whole"].push(loss);
    ranks["reading"] = Json::array();
    for (const ReadNote& note : set.reading) ranks["reading"].push(note.text());
    ranks["failed"] = Json::array();
    for (const auto& [file, why] : set.failed) {
        Json one;
        one["file"] = file;
        one["why"] = why;
        ranks["failed"].push(std::move(one));
    }
    ranks["layout_text"] = align::layoutText(set.layout); // as --layout takes it
    ranks["layout"] = Json::object();
    for (const auto& d : set.layout.dimensions) {
        Json& one = ranks["layout"][align::parallelWord(d.parallel)];
        one["size"] = d.size;
        one["known_by"] = knownByWord(d.by);
    }
    Json& alignment = document["alignment"];
    alignment["by"] = align::alignByWord(set.alignment.by);
    alignment["reference"] = set.records.empty() ? Json() : Json(set.label(set.alignment.reference));
    alignment["residual_ns"] = set.alignment.residualNs;
    const std::string refuted = align::clocksRefuted(set.records, set.matching, set.alignment);
    alignment["certain"] = set.alignment.certain() && refuted.empty();
    alignment["refuted"] = refuted.empty() ? Json() : Json(refuted);
    document["offsets_ns"] = perRank(set, [&](std::size_t r) { return Json(set.alignment.ranks[r].offsetNs); });
    document["drift_ppb"] = perRank(
        set, [&](std::size_t r) { return Json(static_cast<std::int64_t>(set.alignment.ranks[r].drift * 1e9)); });
}

std::vector<std::string> commonNotes(const RankSet& set) {
    std::vector<std::string> notes;
    const auto [least, most] = std::minmax_element(set.alignment.ranks.begin(), set.alignment.ranks.end(),
                                                   [](auto& a, auto& b) { return a.offsetNs < b.offsetNs; });
    std::string clocks = fmt::format("alignment: {}", align::alignByWord(set.alignment.by));
    if (set.alignment.by != align::AlignBy::None && least != set.alignment.ranks.end())
        clocks += fmt::format(", offsets {} to {}, residual {}", formatOffset(least->offsetNs),
                              formatOffset(most->offsetNs), formatDuration(set.alignment.residualNs));
    notes.push_back(clocks);
    if (std::string refuted = align::clocksRefuted(set.records, set.matching, set.alignment); !refuted.empty())
        notes.push_back(std::move(refuted));
    for (std::string& note : set.discovery.notes(set.records)) notes.push_back(std::move(note));
    for (const ReadNote& note : set.reading) notes.push_back(note.text());
    for (const auto& [file, why] : set.failed) notes.push_back(fmt::format("not read: {}: {}", file, why));
    return notes;
}

} // namespace ranks
} // namespace lanescope
