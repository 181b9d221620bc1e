#include "widgets/ranks/rank_measures.h"

#include <algorithm>
#include <iterator>

namespace lanescope::ranksview {

namespace {

void addWaits(const RankSet& set, RankMeasures& out) {
    out.waits.assign(set.records.size(), {});
    out.placed.assign(set.records.size(), {});
    for (std::size_t m = 0; m < out.measured.size(); ++m) {
        const align::MatchedCollective& c = set.matching.collectives[out.measured[m].index];
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            const align::CommPlace& part = c.parts[i];
            const align::CommEvent& event = set.records[part.record].events[part.event];
            out.waits[part.record].push_back(
                {SliceId{event.slice}, out.measured[m].times.waitNs[i], c.seq.value_or(-1)});
            out.placed[part.record].emplace(event.slice, m);
        }
    }
    for (auto& waits : out.waits)
        std::sort(waits.begin(), waits.end(),
                  [](const auto& a, const auto& b) { return a.slice.value < b.slice.value; });
}

void addPairs(const RankSet& set, RankMeasures& out) {
    out.paired.assign(set.records.size(), {});
    for (std::size_t i = 0; i < set.matching.pairs.size(); ++i)
        for (const align::CommPlace& part : {set.matching.pairs[i].send, set.matching.pairs[i].recv})
            out.paired[part.record].emplace(set.records[part.record].events[part.event].slice, i);
}

void addTables(const RankSet& set, std::string_view analysis, const RankQuestion& question, RankMeasures& out) {
    const RankAnalysisInfo* info = findRankAnalysis(analysis);
    auto answer = info ? info->run(set, question) : Result<RankAnswer>(RankAnswer{});
    if (answer.ok()) std::move(answer->tables.begin(), answer->tables.end(), std::back_inserter(out.tables));
}

} // namespace

const Table& RankMeasures::table(std::string_view id) const {
    static const Table kNone;
    const auto it = std::find_if(tables.begin(), tables.end(), [&](const Table& table) { return table.id == id; });
    return it == tables.end() ? kNone : *it;
}

RankMeasures measureRanks(const RankSet& set, std::optional<std::int64_t> ranksPerNode) {
    RankMeasures out;
    out.measured = measureCollectives(set);
    out.report = align::findStraggler(set.records, set.matching, set.alignment);
    out.pipeline = align::studyPipeline(set.records);
    out.verdict = stragglerVerdict(set, out.report, out.pipeline);
    out.stepWaits = rankStepValues(set, *findRankMetric("waiting"));
    addWaits(set, out);
    addPairs(set, out);
    RankQuestion question;
    question.ranksPerNode = ranksPerNode;
    question.maxRows = kMostTableRows;
    out.tables = collectiveTables(set, out.measured, question.maxRows);
    addTables(set, "alignment", question, out);
    addTables(set, "stragglers", question, out);
    return out;
}

void placeRank(const RankSet& set, std::size_t record, RankMeasures& out) {
    out.waits[record].clear();
    out.placed[record].clear();
    out.paired[record].clear();
    const std::vector<align::CommEvent>& events = set.records[record].events;
    for (std::size_t m = 0; m < out.measured.size(); ++m) {
        const align::MatchedCollective& c = set.matching.collectives[out.measured[m].index];
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            if (c.parts[i].record != record) continue;
            const SliceId slice{events[c.parts[i].event].slice};
            out.waits[record].push_back({slice, out.measured[m].times.waitNs[i], c.seq.value_or(-1)});
            out.placed[record].emplace(slice.value, m);
        }
    }
    std::sort(out.waits[record].begin(), out.waits[record].end(),
              [](const auto& a, const auto& b) { return a.slice.value < b.slice.value; });
    for (std::size_t i = 0; i < set.matching.pairs.size(); ++i)
        for (const align::CommPlace& part : {set.matching.pairs[i].send, set.matching.pairs[i].recv})
            if (part.record == record) out.paired[record].emplace(events[part.event].slice, i);
}

std::size_t eventsOf(const RankSet& set) {
    std::size_t out = 0;
    // A pipeline is played again with its operations, several times for each part that is asked about.
    for (const align::RankRecord& record : set.records) out += record.events.size() + record.ops.size();
    return out;
}

} // namespace lanescope::ranksview
