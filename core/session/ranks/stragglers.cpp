#include "core/session/ranks/pipeline_answer.h"
#include "core/session/ranks/rank_analyses.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::ranks {
namespace {

using align::RankFigures;
using align::StragglerReport;

Json evidenceJson(const StragglerReport& report) {
    const align::CauseEvidence& e = report.evidence;
    Json out;
    out["steps"] = e.steps;
    out["compute_excess_ns"] = e.computeExcessNs;
    out["host_excess_ns"] = e.hostExcessNs;
    out["input_excess_ns"] = e.inputExcessNs;
    out["loading_excess_ns"] = e.loadExcessNs;
    out["copy_excess_ns"] = e.copyExcessNs;
    out["device_idle_excess_ns"] = e.deviceIdleExcessNs;
    out["kernel_duration_ratio"] = e.durationRatio;
    out["kernel_count_ratio"] = e.kernelRatio;
    out["element_ratio"] = e.elementRatio;
    const auto figures = [](const RankFigures& f) {
        Json one;
        one["compute_ns"] = f.computeNs;
        one["exposed_comm_ns"] = f.exposedCommNs;
        one["idle_ns"] = f.idleNs;
        one["data_loading_ns"] = f.idlePartNs[align::kIdleDataLoading];
        one["host_loading_ns"] = f.loadNs < 0 ? Json() : Json(f.loadNs);
        one["kernels"] = f.kernels;
        one["kernel_sum_ns"] = f.kernelSumNs;
        return one;
    };
    out["own"] = figures(e.own);
    out["others"] = figures(e.others);
    return out;
}

Json stepsJson(const RankSet& set, const StragglerReport& report) {
    Json out = Json::array();
    for (const align::StepVerdict& step : report.steps) {
        Json one;
        one["step"] = step.number;
        one["last"] = set.label(step.record);
        one["times_last"] = step.timesLast;
        one["collectives"] = step.collectives;
        one["mean_wait_ns"] = step.meanWaitNs;
        out.push(std::move(one));
    }
    return out;
}

struct Node {
    std::string name;
    std::vector<std::size_t> records;
};

// By the number of ranks per node, else by the hosts in the files' names when every file has one.
std::vector<Node> nodesOf(const RankSet& set, const RankQuestion& question) {
    std::map<std::pair<std::int64_t, std::string>, std::vector<std::size_t>> byNode;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankRecord& record = set.records[r];
        if (question.ranksPerNode && *question.ranksPerNode > 0) {
            if (record.rank) byNode[{*record.rank / *question.ranksPerNode, ""}].push_back(r);
        } else if (!record.host.empty()) {
            byNode[{0, record.host}].push_back(r);
        } else {
            return {};
        }
    }
    std::vector<Node> out;
    for (auto& [key, records] : byNode)
        out.push_back({key.second.empty() ? fmt::format("node {}", key.first) : key.second, std::move(records)});
    return out;
}

struct NodeSums {
    std::int64_t meanWaitNs = 0;
    std::uint64_t timesLast = 0;
};
NodeSums sumsOf(const StragglerReport& report, const Node& node) {
    NodeSums out;
    for (const std::size_t r : node.records) {
        out.meanWaitNs += report.ranks[r].sums.totalWaitNs;
        out.timesLast += report.ranks[r].sums.timesLast;
    }
    out.meanWaitNs /= static_cast<std::int64_t>(node.records.size());
    return out;
}

Json documentOf(const RankSet& set, const StragglerReport& report, const RankQuestion& question) {
    Json out;
    const auto named = [&](std::size_t r) {
        return set.records[r].rank ? Json(set.records[r].rank) : Json(set.label(r));
    };
    out["straggler"] = report.record ? named(*report.record) : Json();
    out["straggler_file"] = report.record ? Json(set.records[*report.record].file) : Json();
    out["cause"] = align::stragglerCauseWord(report.cause);
    out["spread"] = !report.record ? Json() : Json(report.spread == align::Spread::Constant ? "constant" : "moving");
    out["lost_ns"] = report.record ? Json(report.lostNs()) : Json();
    out["waits_least"] = report.leastWaiting ? named(*report.leastWaiting) : Json();
    out["last_share"] = report.lastShare;
    out["last_share_told_apart"] = report.toldShare;
    out["suspect"] = Json();
    if (report.suspect) {
        Json& suspect = out["suspect"];
        suspect["rank"] = named(*report.suspect);
        suspect["cause"] = align::stragglerCauseWord(report.suspectCause);
        suspect["lost_ns"] = report.lostNs();
    }
    const auto wait = [&](std::int64_t ns) { return report.refuted() ? Json() : Json(ns); };
    out["own_wait_ns"] = wait(report.ownWaitNs);
    out["others_mean_wait_ns"] = wait(report.othersMeanWaitNs);
    out["needed_ns"] = report.neededNs;
    out["window_ns"] = report.windowNs;
    addCommon(out, set);
    out["total_wait_ns"] = perRank(set, [&](std::size_t r) { return wait(report.ranks[r].sums.totalWaitNs); });
    out["times_last"] =
        perRank(set, [&](std::size_t r) { return report.refuted() ? Json() : Json(report.ranks[r].sums.timesLast); });
    out["matched"] = perRank(set, [&](std::size_t r) { return Json(report.ranks[r].sums.collectives); });
    out["told_apart"] = perRank(set, [&](std::size_t r) { return Json(report.ranks[r].toldApart); });
    out["told_last"] = perRank(set, [&](std::size_t r) { return Json(report.ranks[r].toldLast); });
    out["evidence"] = report.record || report.suspect ? evidenceJson(report) : Json();
    out["steps"] = stepsJson(set, report);
    out["nodes"] = Json::object();
    for (const Node& node : nodesOf(set, question)) {
        const NodeSums sums = sumsOf(report, node);
        out["nodes"][node.name]["mean_wait_ns"] = wait(sums.meanWaitNs);
        out["nodes"][node.name]["times_last"] = sums.timesLast;
    }
    Json& collectives = out["collectives"];
    collectives["matched"] = set.matching.collectives.size();
    collectives["used"] = report.used.size();
    collectives["left_out"] = report.leftOut;
    collectives["unmatched"] = set.matching.unmatched.size();
    out["doubts"] = Json::array();
    for (const std::string& doubt : report.doubts) out["doubts"].push(doubt);
    return out;
}

// Of a rank that is named by those collectives alone in which the clocks tell who came last.
std::string suspectText(const StragglerReport& report) {
    if (!report.suspect) return {};
    const align::RankWaits& own = report.ranks[*report.suspect];
    return fmt::format(
        "; in the other {} all came together, as far as the clocks tell: of the {} that are told apart it "
        "was last in {}, and {}",
        formatCount(static_cast<std::int64_t>(own.sums.collectives - own.toldApart)),
        formatCount(static_cast<std::int64_t>(own.toldApart)), formatShare(report.toldShare),
        align::stragglerCauseTitle(report.suspectCause));
}

std::string verdict(const RankSet& set, const StragglerReport& report) {
    if (set.records.size() < 2) return "one rank alone: there is nobody to compare it with";
    if (report.used.empty())
        return "nobody is named: no collective was recorded by two of these ranks, so nothing tells who waits for whom";
    if (report.refuted()) return "nobody is named: over clocks that cannot be right waits mean nothing";
    if (!report.record && report.leastWaiting && report.lostNs() > report.neededNs)
        return fmt::format("no straggler: the others wait {} longer than rank {}, but it came last in only {} of its "
                           "collectives{}",
                           formatDuration(report.lostNs()), set.label(*report.leastWaiting),
                           formatShare(report.lastShare), suspectText(report));
    if (!report.record) return "no straggler: nobody keeps the others waiting for long";
    return fmt::format("rank {} keeps the others waiting: last in {} of its collectives, {} lost by the others; {}",
                       set.label(*report.record), formatShare(report.lastShare), formatDuration(report.lostNs()),
                       align::stragglerCauseTitle(report.cause));
}

Table ranksTable(const RankSet& set, const StragglerReport& report,
                 const std::optional<align::PipelineStudy>& pipeline) {
    Table table{"stragglers",
                "Ranks by waiting, the least first",
                {{"rank", "rank", Unit::Text},
                 {"total_wait_ns", "waiting", Unit::Nanoseconds},
                 {"collectives", "collectives", Unit::Count},
                 {"times_last", "came last", Unit::Count},
                 {"last_share", "share", Unit::Ratio},
                 {"last_share_told_apart", "where told apart", Unit::Ratio},
                 {"compute_ns", "compute", Unit::Nanoseconds},
                 {"idle_ns", "idle", Unit::Nanoseconds},
                 {"offset_ns", "clock offset", Unit::Nanoseconds}},
                {},
                0,
                {},
                {}};
    std::vector<std::size_t> order;
    for (std::size_t r = 0; r < set.records.size(); ++r) order.push_back(r);
    const auto key = [&](std::size_t r) { // who took part in none is no least waiting one
        const align::WaitSums& sums = report.ranks[r].sums;
        return std::pair(sums.collectives == 0, sums.totalWaitNs);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    const bool told = !report.refuted();
    const auto share = [told](std::uint64_t part, std::uint64_t all) {
        return told && all > 0 ? Cell(static_cast<double>(part) / static_cast<double>(all)) : Cell();
    };
    for (const std::size_t r : order) {
        const align::WaitSums& sums = report.ranks[r].sums;
        table.rows.push_back(
            {set.label(r), sums.collectives && told ? Cell(sums.totalWaitNs) : Cell(),
             static_cast<std::int64_t>(sums.collectives),
             told ? Cell(static_cast<std::int64_t>(sums.timesLast)) : Cell(), share(sums.timesLast, sums.collectives),
             share(report.ranks[r].toldLast, report.ranks[r].toldApart), set.records[r].whole.computeNs,
             set.records[r].whole.idleNs, set.alignment.ranks[r].offsetNs});
    }
    table.notes.push_back(verdict(set, report));
    if (pipeline) table.notes.push_back(pipelineVerdict(set, *pipeline));
    if (const auto slow = slowestAmongPeers(set))
        table.notes.push_back(fmt::format("against the same stage of other replicas rank {} computes longest: {} per "
                                          "step, they {}",
                                          set.label(slow->record), formatDuration(slow->ownNs),
                                          formatDuration(slow->peersNs)));
    for (const std::string& doubt : report.doubts)
        if (doubt != report.refutedBy) table.notes.push_back("in doubt: " + doubt); // the clocks' note says it
    for (std::string& note : commonNotes(set)) table.notes.push_back(std::move(note));
    if (report.leftOut > 0)
        table.notes.push_back(fmt::format("{} collective{} left out (the first, warm-up, clocks that nothing ties)",
                                          report.leftOut, report.leftOut == 1 ? "" : "s"));
    return table;
}

Table stepsTable(const RankSet& set, const StragglerReport& report) {
    Table table{"straggler_steps",
                "Who came last, step by step",
                {{"step", "step", Unit::None},
                 {"last", "last most often", Unit::Text},
                 {"times_last", "times", Unit::Count},
                 {"collectives", "of", Unit::Count},
                 {"mean_wait_ns", "mean wait of a rank", Unit::Nanoseconds}},
                {},
                0,
                {},
                {}};
    for (const align::StepVerdict& s : report.steps)
        table.rows.push_back({s.number, set.label(s.record), static_cast<std::int64_t>(s.timesLast),
                              static_cast<std::int64_t>(s.collectives), s.meanWaitNs});
    return table;
}

Table nodesTable(const std::vector<Node>& nodes, const StragglerReport& report) {
    Table table{"straggler_nodes",
                "By node",
                {{"node", "node", Unit::Text},
                 {"ranks", "ranks", Unit::Count},
                 {"mean_wait_ns", "waiting (mean rank)", Unit::Nanoseconds},
                 {"times_last", "came last", Unit::Count}},
                {},
                0,
                {},
                {}};
    for (const Node& node : nodes) {
        const NodeSums sums = sumsOf(report, node);
        table.rows.push_back({node.name, static_cast<std::int64_t>(node.records.size()), sums.meanWaitNs,
                              static_cast<std::int64_t>(sums.timesLast)});
    }
    return table;
}

} // namespace

Result<RankAnswer> stragglers(const RankSet& set, const RankQuestion& question) {
    const StragglerReport report = align::findStraggler(set.records, set.matching, set.alignment);
    const auto pipeline = align::studyPipeline(set.records, {.stop = question.stop});
    if (question.stop.stop_requested()) return Error{ErrorCode::Cancelled, "stopped", "", ""};
    RankAnswer out{documentOf(set, report, question), {ranksTable(set, report, pipeline), stepsTable(set, report)}};
    out.document["places"] = placesSums(set, report);
    if (const auto slow = slowestAmongPeers(set)) {
        Json& peers = out.document["stage_peers"];
        peers["rank"] = set.label(slow->record);
        peers["compute_ns"] = slow->ownNs;
        peers["peers_compute_ns"] = slow->peersNs;
    } else {
        out.document["stage_peers"] = Json();
    }
    out.document["pipeline"] = pipeline ? pipelineJson(set, *pipeline) : Json();
    if (Table places = placesTable(set, report); !places.rows.empty()) out.tables.push_back(std::move(places));
    if (pipeline) out.tables.push_back(pipelineTable(set, *pipeline));
    if (const std::vector<Node> nodes = nodesOf(set, question); nodes.size() > 1 && !report.refuted())
        out.tables.push_back(nodesTable(nodes, report));
    return out;
}

} // namespace lanescope::ranks
