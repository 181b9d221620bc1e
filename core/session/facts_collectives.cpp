// The `collectives` key: collectives of several ranks, as the case files ask for them.
#include "core/align/waits.h"
#include "core/session/facts_keys.h"
#include "core/session/ranks/record_rank.h"

#include <algorithm>

namespace lanescope::facts {
namespace {

struct Ranks {
    std::vector<align::RankRecord> records;
    std::vector<std::size_t> inputs; // of each record
};

Ranks recordsOf(FactsContext& facts) {
    Ranks out;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i)) continue;
        out.records.push_back(recordRank(facts.store(i), facts.inputs()[i].name, facts.run().stopToken()));
        out.inputs.push_back(i);
    }
    return out;
}

// The rank's number, else the name of its file.
std::string keyOf(const align::RankRecord& record) { return record.rank ? std::to_string(*record.rank) : record.file; }

Json pairsOf(FactsContext& facts, const Ranks& ranks, const align::Matching& matching) {
    std::vector<std::pair<std::string, Json>> sorted;
    for (const align::MatchedCollective& c : matching.collectives) {
        Json tags = Json::array();
        for (const align::CommPlace& part : c.parts)
            tags.push(
                facts.tagOf(ranks.inputs[part.record], SliceId{ranks.records[part.record].events[part.event].slice}));
        sorted.emplace_back(tags.dump(Json::Style::Compact), tags);
    }
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    Json out = Json::array();
    for (auto& entry : sorted) out.push(std::move(entry.second));
    return out;
}

Json figures(FactsContext& facts, const Ranks& ranks, const align::Matching& matching, align::AlignBy by) {
    const align::Alignment alignment = align::alignRanks(ranks.records, matching, by);
    std::vector<std::pair<std::int64_t, Json>> waits; // by the time of the last arrival
    for (const align::MatchedCollective& c : matching.collectives) {
        const align::CollectiveTimes times = align::timesOf(ranks.records, alignment, c);
        Json each = Json::object();
        for (std::size_t i = 0; i < c.parts.size(); ++i)
            each[keyOf(ranks.records[c.parts[i].record])] = times.waitNs[i];
        waits.emplace_back(times.latestStartNs, std::move(each));
    }
    std::stable_sort(waits.begin(), waits.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    Json out;
    out["count"] = matching.collectives.size();
    out["offset_ns"] = Json::object();
    out["waits_ns"] = Json::array();
    for (auto& entry : waits) out["waits_ns"].push(std::move(entry.second));
    out["total_wait_ns"] = Json::object();
    out["times_last"] = Json::object();
    const std::vector<align::WaitSums> sums = align::waitSums(ranks.records, alignment, matching.collectives);
    for (std::size_t r = 0; r < ranks.records.size(); ++r) {
        const std::string key = keyOf(ranks.records[r]);
        out["offset_ns"][key] = alignment.ranks[r].offsetNs;
        out["total_wait_ns"][key] = sums[r].totalWaitNs;
        out["times_last"][key] = sums[r].timesLast;
    }
    const auto least = align::waitsLeast(sums);
    out["straggler"] = least ? Json(ranks.records[*least].rank) : Json();
    out["pairs"] = pairsOf(facts, ranks, matching);
    return out;
}

} // namespace

Json collectives(FactsContext& facts, const Json& asked) {
    const Ranks ranks = recordsOf(facts);
    const align::Matching matching = align::matchCollectives(ranks.records);
    const Json* aligned = asked.find("aligned");
    const bool onlyAligned = aligned && aligned->asBool() == true;
    Json out = figures(facts, ranks, matching, onlyAligned ? align::AlignBy::CollectiveEnds : align::AlignBy::None);
    if (onlyAligned)
        out["aligned"] = true;
    else
        out["aligned"] = figures(facts, ranks, matching, align::AlignBy::CollectiveEnds);
    return out;
}

} // namespace lanescope::facts
